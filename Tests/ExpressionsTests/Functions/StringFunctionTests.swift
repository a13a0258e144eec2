import Testing
import Values

@testable import Expressions

struct StringFunctionTests {
  @Test(arguments: [
    ("'a©b'.charAt(1)", "'©'"), ("'a©b'.charAt(3)", "''"), ("''.charAt(0)", "''"),
    ("'a'.indexOf('b')", "-1"), ("''.indexOf('')", "0"), ("'a©a©'.indexOf('©', 2)", "3"),
    ("'abc'.indexOf('', 3)", "3"), ("'abc'.indexOf('c', 3)", "-1"),
    ("'aaa'.indexOf('aa', 1)", "1"), ("'abababc'.indexOf('ababc')", "2"),
    ("'aaa'.lastIndexOf('aa')", "1"), ("'abc'.lastIndexOf('')", "3"),
    ("'abc'.lastIndexOf('', 1)", "1"), ("'©a©'.lastIndexOf('©', 1)", "0"),
    ("'abc'.lastIndexOf('c', 1)", "-1"), ("'a'.lastIndexOf('ab')", "-1"),
    ("'tacocat'.substring(4)", "'cat'"), ("'a©b'.substring(1, 2)", "'©'"),
    ("'abc'.substring(3)", "''"), ("'abc'.substring(1, 1)", "''"),
    ("'ÄÖaZ09'.lowerAscii()", "'ÄÖaz09'"), ("'äözA_'.upperAscii()", "'äöZA_'"),
    ("'\\u00A0\\t a b \\u2003\\n'.trim()", "'a b'"), ("' \\n'.trim()", "''"), ("''.trim()", "''"),
    ("'\\u200Ba\\u200B'.trim().size()", "3"),
    ("'a©😀'.reverse()", "'😀©a'"), ("''.reverse()", "''"),
    ("'aaa'.replace('aa', 'b')", "'ba'"), ("'abc'.replace('', '-')", "'-a-b-c-'"),
    ("'abc'.replace('', '-', 2)", "'-a-bc'"), ("'abc'.replace('b', '')", "'ac'"),
    ("'aaa'.replace('a', 'b', 0)", "'aaa'"), ("'aaa'.replace('a', 'b', 2)", "'bba'"),
    ("'aaa'.replace('a', 'b', -1)", "'bbb'"), ("''.replace('', 'x')", "'x'"),
    ("''.replace('a', 'x')", "''"),
    ("'a,b,'.split(',')", "['a', 'b', '']"), ("''.split(',')", "['']"), ("''.split('')", "[]"),
    ("'a©'.split('')", "['a', '©']"), ("'abc'.split('', 2)", "['a', 'bc']"),
    ("'a,b,c'.split(',', 1)", "['a,b,c']"), ("'a,b,c'.split(',', 0)", "[]"),
    ("'a,b,c'.split(',', -3)", "['a', 'b', 'c']"), ("'a,b,c'.split(',', 9)", "['a', 'b', 'c']"),
    ("[].join()", "''"), ("[].join('-')", "''"), ("['a'].join('-')", "'a'"),
    ("['a', '', 'c'].join(', ')", "'a, , c'"),
    (#"strings.quote('\a\b\f\n\r\t\v\\"').size()"#, "20"),
    ("strings.quote('é😀\\'')", #"'"é😀'"'"#),
    ("strings.quote('a\"b') == '\"a\\\\\"b\"'", "true"),
    ("'abc'.matches('^a.c$')", "true"), ("matches('abc', 'b')", "true"),
    ("'abc'.matches('^b')", "false"), ("''.matches('')", "true"),
    ("'©'.matches('^.$')", "true"), ("'ab'.matches('a' + 'b')", "true"),
    ("['a', 'b'].filter(p, 'abc'.matches('^' + p))", "['a']"),
  ])
  func `strings are split and joined`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
  }

  @Test(arguments: [
    ("'abc'.charAt(4)", "position 4 is out of range of a string of 3 code points"),
    ("'abc'.charAt(-1)", "position -1 is out of range of a string of 3 code points"),
    ("'©'.substring(2)", "position 2 is out of range of a string of 1 code points"),
    ("'abc'.substring(2, 1)", "'substring' ends before it begins"),
    ("'abc'.indexOf('a', 20)", "position 20 is out of range of a string of 3 code points"),
    ("'abc'.lastIndexOf('a', -1)", "position -1 is out of range of a string of 3 code points"),
    ("['a', dyn(1)].join()", "found an int, expected a string in 'join'"),
    (
      "'a'.matches(')' + '')",
      #"bad pattern ')': found ')' without '(', expected the end; write '\)' for the character"#
    ),
    ("dyn(1).matches('a')", "'matches' cannot be applied to an int and a string"),
    ("'a'.matches(dyn(1))", "'matches' cannot be applied to a string and an int"),
    ("dyn(1).split(',')", "'split' cannot be applied to an int and a string"),
  ])
  func `a missing part of a string is an error`(text: String, message: String) throws {
    #expect(try outcome(text) == "\(message) in \"\(text)\"")
  }

  @Test(arguments: [
    ("'%s %s'.format(['a', 1])", "'a 1'"), ("'%%'.format([])", "'%'"), ("'é'.format([])", "'é'"),
    ("'%s'.format([null])", "'null'"), ("'%s'.format([true])", "'true'"),
    ("'%s'.format([2.0])", "'2'"), ("'%s'.format([-0.5])", "'-0.5'"),
    ("'%s'.format([1e21])", "'1000000000000000000000'"), ("'%s'.format([1e-7])", "'0.0000001'"),
    ("'%s'.format([[1, 'a', [2.5]]])", "'[1, a, [2.5]]'"),
    ("'%s'.format([{'b': 1, 'a': [null]}])", "'{a: [null], b: 1}'"),
    ("'%s'.format([{2: 'x', 'a': true, false: 1}])", "'{2: x, a: true, false: 1}'"),
    ("'%s %s'.format([int, type('')])", "'int string'"),
    ("'%s'.format([timestamp(0)])", "'1970-01-01T00:00:00Z'"),
    ("'%s'.format([duration('1h')])", "'3600s'"),
    ("'%d'.format([-7])", "'-7'"), ("'%d'.format([1.5])", "'1.5'"),
    ("'%d'.format([0.0 / 0.0])", "'NaN'"),
    ("'%b %b'.format([5, true])", "'101 1'"), ("'%b'.format([-5])", "'-101'"),
    ("'%o'.format([8])", "'10'"), ("'%x %X'.format([-255, 255])", "'-ff FF'"),
    ("'%x'.format(['a\\n©'])", "'610ac2a9'"), ("'%X'.format(['©'])", "'C2A9'"),
    ("'%f'.format([1])", "'1.000000'"), ("'%.2f'.format([2.675])", "'2.67'"),
    ("'%.0f %.0f %.0f'.format([0.5, 1.5, 2.5])", "'0 2 2'"), ("'%.1f'.format([0.25])", "'0.2'"),
    ("'%.1f'.format([9.96])", "'10.0'"), ("'%.3f'.format([-0.0])", "'-0.000'"),
    ("'%.20f'.format([0.1])", "'0.10000000000000000555'"),
    ("'%.2f'.format([1e22])", "'10000000000000000000000.00'"),
    ("'%.1f'.format([5e-324])", "'0.0'"), ("'%f'.format([1.0 / 0.0])", "'Infinity'"),
    ("'%e'.format([1234.5678])", "'1.234568e+03'"), ("'%.0e'.format([9.5])", "'1e+01'"),
    ("'%.2e'.format([1e-10])", "'1.00e-10'"), ("'%e'.format([0.0])", "'0.000000e+00'"),
    ("'%.1e'.format([5e-324])", "'4.9e-324'"), ("'%.3e'.format([1e300])", "'1.000e+300'"),
  ])
  func `a format writes values according to its clauses`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
  }

  @Test(arguments: [
    ("'%d'.format([])", "'format' has more clauses than the 0 values in the list"),
    ("'%'.format([])", "'format' has a '%' at the end; write '%%' for a percent sign"),
    (
      "'%q'.format([1])", "'format' has '%q', expected %s, %d, %f, %e, %b, %o, %x, %X or %%"
    ),
    ("'%d'.format(['a'])", "'%d' of 'format' cannot be applied to a string"),
    ("'%o'.format([1.5])", "'%o' of 'format' cannot be applied to a double"),
    ("'%f'.format([null])", "'%f' of 'format' cannot be applied to null"),
    ("'%s'.format([optional.none()])", "'%s' of 'format' cannot be applied to an optional"),
    ("'%.9999f'.format([1.5])", "'format' has more than 1000 digits after the point"),
  ])
  func `a format that does not fit its values is an error`(text: String, message: String) throws {
    #expect(try outcome(text) == "\(message) in \"\(text)\"")
  }
}
