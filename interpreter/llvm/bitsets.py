"""Operations on sets as LLVM assembly.

A set of one or two words is an integer of 64 or 128 bits, a larger one a vector of words, which LLVM maps to vector
registers, as many as it takes. What needs one word of many goes through memory or the mask of the words not empty.
"""

from interpreter.llvm.lines import VECTOR_FROM, Body, set_type, split, vector, words


def binary(body: Body, name: str, left: str, right: str, size: int) -> str:
    type_ = set_type(size)
    if name == "difference":
        right = complement(body, right, size, is_whole=True)
        name = "intersection"
    return body.let(f"{_BINARY[name]} {type_} {left}, {right}")


_BINARY = {"union": "or", "intersection": "and", "symmetric_difference": "xor"}


def complement(body: Body, value: str, size: int, is_whole: bool = False) -> str:
    """The complement; `is_whole` also of the bits beyond the set."""
    count, kind = words(size), set_type(size)
    others = body.let(f"xor {kind} {value}, {constant((1 << 64 * count) - 1, size)}")
    if is_whole or size == 64 * count:
        return others
    return body.let(f"and {kind} {others}, {constant((1 << size) - 1, size)}")


def constant(value: int, size: int) -> str:
    count = words(size)
    return vector(split(value, count)) if count >= VECTOR_FROM else str(value)


def _splat(body: Body, value: str, count: int) -> str:
    kind = f"<{count} x i64>"
    first = body.let(f"insertelement {kind} poison, i64 {value}, i64 0")
    return body.let(f"shufflevector {kind} {first}, {kind} poison, <{count} x i32> zeroinitializer")


def _filled(body: Body, value: str, count: int) -> str:
    """The mask of the words that are not empty, as an integer of `count` bits."""
    there = body.let(f"icmp ne <{count} x i64> {value}, zeroinitializer")
    return body.let(f"bitcast <{count} x i1> {there} to i{count}")


def singleton(body: Body, index: str, size: int) -> str:
    """The set of one number; empty if it is negative or too big."""
    count = words(size)
    if count < VECTOR_FROM:
        kind = set_type(size)
        fits = body.let(f"icmp ult i64 {index}, {64 * count}")
        small = body.let(f"and i64 {index}, {64 * count - 1}")
        if count > 1:
            small = body.let(f"zext i64 {small} to {kind}")
        bit = body.let(f"shl {kind} 1, {small}")
        return body.let(f"select i1 {fits}, {kind} {bit}, {kind} 0")
    kind = f"<{count} x i64>"
    everywhere = _splat(body, index, count)
    within = body.let(f"sub {kind} {everywhere}, {vector([64 * k for k in range(count)])}")
    fits = body.let(f"icmp ult {kind} {within}, {vector([64] * count)}")
    small = body.let(f"and {kind} {within}, {vector([63] * count)}")
    bit = body.let(f"shl {kind} {vector([1] * count)}, {small}")
    return body.let(f"select <{count} x i1> {fits}, {kind} {bit}, {kind} zeroinitializer")


def contains(body: Body, value: str, index: str, size: int) -> str:
    count = words(size)
    if count >= VECTOR_FROM:
        bit = singleton(body, index, size)
        return nonempty(body, binary(body, "intersection", value, bit, size), size)
    fits = body.let(f"icmp ult i64 {index}, {64 * count}")
    if count == 2:
        low = body.let(f"trunc i128 {value} to i64")
        up = body.let(f"lshr i128 {value}, 64")
        high = body.let(f"trunc i128 {up} to i64")
        is_low = body.let(f"icmp ult i64 {index}, 64")
        value = body.let(f"select i1 {is_low}, i64 {low}, i64 {high}")
    bit = _bit(body, value, index)
    return body.let(f"select i1 {fits}, i1 {bit}, i1 false")


def _bit(body: Body, word: str, index: str) -> str:
    small = body.let(f"and i64 {index}, 63")
    bit = body.let(f"shl i64 1, {small}")  # which is the same as where the member is added
    there = body.let(f"and i64 {word}, {bit}")
    return body.let(f"icmp ne i64 {there}, 0")


def word_of(body: Body, address: str, index: str, size: int) -> tuple[str, str]:
    """Where in memory the word with a number stands, and whether it has one; else the first word."""
    fits = body.let(f"icmp ult i64 {index}, {64 * words(size)}")
    number = body.let(f"lshr i64 {index}, 6")
    number = body.let(f"select i1 {fits}, i64 {number}, i64 0")
    return body.let(f"getelementptr inbounds i64, ptr {address}, i64 {number}"), fits


def contains_in_memory(body: Body, address: str, index: str, size: int, tag: str) -> str:
    place, fits = word_of(body, address, index, size)
    word = body.let(f"load i64, ptr {place}, align 8{tag}")
    bit = _bit(body, word, index)
    return body.let(f"select i1 {fits}, i1 {bit}, i1 false")


def change_in_memory(body: Body, address: str, index: str, size: int, is_added: bool, tag: str) -> None:
    """Adds a number to a set in memory, or takes it away."""
    place, fits = word_of(body, address, index, size)
    small = body.let(f"and i64 {index}, 63")
    bit = body.let(f"shl i64 1, {small}")
    bit = body.let(f"select i1 {fits}, i64 {bit}, i64 0")
    word = body.let(f"load i64, ptr {place}, align 8{tag}")
    if is_added:
        word = body.let(f"or i64 {word}, {bit}")
    else:
        rest = body.let(f"xor i64 {bit}, -1")
        word = body.let(f"and i64 {word}, {rest}")
    body.do(f"store i64 {word}, ptr {place}, align 8{tag}")


def nonempty(body: Body, value: str, size: int) -> str:
    count = words(size)
    if count < VECTOR_FROM:
        return body.let(f"icmp ne {set_type(size)} {value}, 0")
    return body.let(f"icmp ne i{count} {_filled(body, value, count)}, 0")


def same_set(body: Body, left: str, right: str, size: int) -> str:
    count = words(size)
    if count < VECTOR_FROM:
        return body.let(f"icmp eq {set_type(size)} {left}, {right}")
    differing = body.let(f"xor <{count} x i64> {left}, {right}")
    return body.let(f"icmp eq i{count} {_filled(body, differing, count)}, 0")


def count_of(body: Body, value: str, size: int) -> str:
    count, kind = words(size), set_type(size)
    if count == 1:
        return body.let(f"call i64 @llvm.ctpop.i64(i64 {value})")
    if count < VECTOR_FROM:
        total = body.let(f"call {kind} @llvm.ctpop.{kind}({kind} {value})")
        return body.let(f"trunc {kind} {total} to i64")
    each = body.let(f"call {kind} @llvm.ctpop.v{count}i64({kind} {value})")
    return body.let(f"call i64 @llvm.vector.reduce.add.v{count}i64({kind} {each})")


def shifted(body: Body, value: str, by: int, size: int) -> str:
    """Every member plus a constant; what leaves the set is lost."""
    count, kind = words(size), set_type(size)
    if by == 0:
        return value
    if abs(by) >= size:
        return constant(0, size)
    if count < VECTOR_FROM:
        moved = body.let(f"{'shl' if by > 0 else 'lshr'} {kind} {value}, {abs(by)}")
    else:
        moved = _shifted_vector(body, value, by, count)
    if by < 0 or size % 64 == 0:
        return moved
    return body.let(f"and {kind} {moved}, {constant((1 << size) - 1, size)}")


def _shifted_vector(body: Body, value: str, by: int, count: int) -> str:
    kind = f"<{count} x i64>"
    whole, rest = divmod(abs(by), 64)
    sign = 1 if by > 0 else -1

    def moved(by_words: int) -> str:
        places = [k - sign * by_words for k in range(count)]
        mask = ", ".join(f"i32 {place if 0 <= place < count else count}" for place in places)
        return body.let(f"shufflevector {kind} {value}, {kind} zeroinitializer, <{count} x i32> <{mask}>")

    near = moved(whole)
    if rest == 0:
        return near
    there, back = ("shl", "lshr") if by > 0 else ("lshr", "shl")
    main = body.let(f"{there} {kind} {near}, {vector([rest] * count)}")
    far = moved(whole + 1)
    carried = body.let(f"{back} {kind} {far}, {vector([64 - rest] * count)}")
    return body.let(f"or {kind} {main}, {carried}")


def compare_all(body: Body, address: str, value: str, size: int, width: int, tag: str) -> str:
    """The places of a value among elements of `width` bits: compared side by side, as many at once as there are bits."""
    if width < 64:
        value = body.let(f"trunc i64 {value} to i{width}")
    found: list[str] = []
    for start in range(0, size, 64):
        word, done, left = "0", 0, min(64, size - start)
        while left:
            many = 1 << left.bit_length() - 1
            kind = f"<{many} x i{width}>"
            place = body.let(f"getelementptr inbounds i{width}, ptr {address}, i64 {start + done}")
            loaded = body.let(f"load {kind}, ptr {place}, align {width // 8}{tag}")
            sought = body.let(f"insertelement {kind} poison, i{width} {value}, i64 0")
            sought = body.let(f"shufflevector {kind} {sought}, {kind} poison, <{many} x i32> zeroinitializer")
            equal = body.let(f"icmp eq {kind} {loaded}, {sought}")
            bits = body.let(f"bitcast <{many} x i1> {equal} to i{many}")
            if many < 64:
                bits = body.let(f"zext i{many} {bits} to i64")
            if done:
                bits = body.let(f"shl i64 {bits}, {done}")
            word = bits if word == "0" else body.let(f"or i64 {word}, {bits}")
            done, left = done + many, left - many
        found.append(word)
    return joined(body, found)


def joined(body: Body, found: list[str]) -> str:
    """A set of these words."""
    count = len(found)
    if count == 1:
        return found[0]
    if count < VECTOR_FROM:
        low, high = (body.let(f"zext i64 {word} to i128") for word in found)
        high = body.let(f"shl i128 {high}, 64")
        return body.let(f"or i128 {low}, {high}")
    made = "poison"
    for k, word in enumerate(found):
        made = body.let(f"insertelement <{count} x i64> {made}, i64 {word}, i64 {k}")
    return made


def lowest(body: Body, value: str, size: int) -> str:
    count, kind = words(size), set_type(size)
    if count < VECTOR_FROM:
        found = body.let(f"call {kind} @llvm.cttz.{kind}({kind} {value}, i1 false)")
        if count > 1:
            found = body.let(f"trunc {kind} {found} to i64")
        empty = body.let(f"icmp eq {kind} {value}, 0")
        return body.let(f"select i1 {empty}, i64 -1, i64 {found}")
    mask = _filled(body, value, count)
    first = body.let(f"call i{count} @llvm.cttz.i{count}(i{count} {mask}, i1 false)")
    return _end(body, value, mask, first, count, "cttz")


def highest(body: Body, value: str, size: int) -> str:
    count, kind = words(size), set_type(size)
    if count < VECTOR_FROM:
        found = body.let(f"call {kind} @llvm.ctlz.{kind}({kind} {value}, i1 false)")
        if count > 1:
            found = body.let(f"trunc {kind} {found} to i64")
        return body.let(f"sub i64 {64 * count - 1}, {found}")
    mask = _filled(body, value, count)
    leading = body.let(f"call i{count} @llvm.ctlz.i{count}(i{count} {mask}, i1 false)")
    last = body.let(f"sub i{count} {count - 1}, {leading}")
    return _end(body, value, mask, last, count, "ctlz")


def _end(body: Body, value: str, mask: str, number: str, count: int, zeros: str) -> str:
    """The first or last member in the word with a number; -1 if the mask is empty."""
    cast = "trunc" if count > 64 else "zext"
    number = number if count == 64 else body.let(f"{cast} i{count} {number} to i64")
    empty = body.let(f"icmp eq i{count} {mask}, 0")
    number = body.let(f"select i1 {empty}, i64 0, i64 {number}")
    word = body.let(f"extractelement <{count} x i64> {value}, i64 {number}")
    found = body.let(f"call i64 @llvm.{zeros}.i64(i64 {word}, i1 false)")
    if zeros == "ctlz":
        found = body.let(f"xor i64 {found}, 63")
    before = body.let(f"shl i64 {number}, 6")
    found = body.let(f"or i64 {before}, {found}")
    return body.let(f"select i1 {empty}, i64 -1, i64 {found}")


def up_to_lowest(body: Body, value: str, size: int) -> str:
    """The numbers up to the least member, by what is borrowed when one is taken away; all of the empty set."""
    count, kind = words(size), set_type(size)
    if count >= VECTOR_FROM:
        return _beside(body, lowest(body, value, size), size, is_up_to=True)
    less = body.let(f"add {kind} {value}, -1")
    return _within(body, body.let(f"xor {kind} {value}, {less}"), size)


def down_to_highest(body: Body, value: str, size: int) -> str:
    """The numbers from the greatest member on, by shifting in the sign; all of the empty set."""
    count, kind = words(size), set_type(size)
    if count >= VECTOR_FROM:
        return _beside(body, highest(body, value, size), size, is_up_to=False)
    some = body.let(f"or {kind} {value}, 1")
    zeros = body.let(f"call {kind} @llvm.ctlz.{kind}({kind} {some}, i1 true)")
    return _within(body, body.let(f"ashr {kind} {-(1 << 64 * count - 1)}, {zeros}"), size)


def _within(body: Body, value: str, size: int) -> str:
    """Without the bits beyond the set."""
    if size == 64 * words(size):
        return value
    return body.let(f"and {set_type(size)} {value}, {constant((1 << size) - 1, size)}")


def _beside(body: Body, number: str, size: int, is_up_to: bool) -> str:
    """The numbers up to one, or from it on; all numbers for -1."""
    count = words(size)
    kind = f"<{count} x i64>"
    number = body.let(f"call i64 @llvm.smax.i64(i64 {number}, i64 -1)")
    if is_up_to:  # counted from the end, so that -1 is beyond it
        none = body.let(f"icmp eq i64 {number}, -1")
        number = body.let(f"select i1 {none}, i64 {64 * count}, i64 {number}")
    within = body.let(f"sub {kind} {_splat(body, number, count)}, {vector([64 * k for k in range(count)])}")
    below = body.let(f"icmp slt {kind} {within}, zeroinitializer")
    above = body.let(f"icmp sgt {kind} {within}, {vector([63] * count)}")
    small = body.let(f"and {kind} {within}, {vector([63] * count)}")
    first, full = vector([1] * count), vector([-1] * count)
    bit = body.let(f"shl {kind} {first}, {small}")
    less = body.let(f"sub {kind} {bit}, {first}")
    if is_up_to:
        part = body.let(f"or {kind} {bit}, {less}")
        ends = (below, above)
    else:
        part = body.let(f"xor {kind} {less}, {full}")
        ends = (above, below)
    part = body.let(f"select <{count} x i1> {ends[0]}, {kind} zeroinitializer, {kind} {part}")
    part = body.let(f"select <{count} x i1> {ends[1]}, {kind} {full}, {kind} {part}")
    return _within(body, part, size)


def nth(body: Body, value: str, index: str, size: int) -> str:
    count = words(size)
    pick = body.shared.helper("set.pick", lambda: _PICK_PDEP if body.shared.has_pdep else _PICK)
    if count == 1:
        return body.let(f"call i64 @{pick}(i64 {value}, i64 {index})")
    memory = body.memory(f"[{count} x i64]")
    body.do(f"store {set_type(size)} {value}, ptr {memory}, align 8")
    name = body.shared.helper("set.nth", lambda: _NTH)
    return body.let(f"call i64 @{name}(ptr {memory}, i64 {count}, i64 {index})")


_PICK_PDEP = """\
define internal i64 @set.pick(i64 %word, i64 %k) alwaysinline nounwind {
  %small = and i64 %k, 63
  %bit = shl i64 1, %small
  %placed = call i64 @llvm.x86.bmi.pdep.64(i64 %bit, i64 %word)
  %ones = call i64 @llvm.ctpop.i64(i64 %placed)
  %single = icmp eq i64 %ones, 1
  call void @llvm.assume(i1 %single)
  %found = call i64 @llvm.cttz.i64(i64 %placed, i1 true)
  ret i64 %found
}
"""

_PICK = """\
define internal i64 @set.pick(i64 %word, i64 %k) nounwind {
  br label %next
next:
  %rest = phi i64 [ %word, %0 ], [ %less, %drop ]
  %left = phi i64 [ %k, %0 ], [ %fewer, %drop ]
  %done = icmp eq i64 %left, 0
  %empty = icmp eq i64 %rest, 0
  %stop = or i1 %done, %empty
  br i1 %stop, label %end, label %drop
drop:
  %minus = add i64 %rest, -1
  %less = and i64 %rest, %minus
  %fewer = add i64 %left, -1
  br label %next
end:
  %found = call i64 @llvm.cttz.i64(i64 %rest, i1 false)
  ret i64 %found
}
"""

_NTH = """\
define internal i64 @set.nth(ptr %set, i64 %count, i64 %k) nounwind {
  br label %next
next:
  %number = phi i64 [ 0, %0 ], [ %following, %skip ]
  %left = phi i64 [ %k, %0 ], [ %fewer, %skip ]
  %place = getelementptr inbounds i64, ptr %set, i64 %number
  %word = load i64, ptr %place
  %members = call i64 @llvm.ctpop.i64(i64 %word)
  %here = icmp ult i64 %left, %members
  br i1 %here, label %end, label %skip
skip:
  %fewer = sub i64 %left, %members
  %following = add i64 %number, 1
  %more = icmp ult i64 %following, %count
  br i1 %more, label %next, label %none
none:
  ret i64 0
end:
  %found = call i64 @set.pick(i64 %word, i64 %left)
  %before = shl i64 %number, 6
  %whole = or i64 %before, %found
  ret i64 %whole
}
"""
