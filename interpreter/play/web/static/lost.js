// A table that is no longer there is forgotten.

import { keepTable } from "./common.js";

keepTable(location.pathname, "", true);
