// A table that is no longer there is forgotten.

import { forgetTable } from "./common.js";

forgetTable(location.pathname);
