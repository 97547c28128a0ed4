/** The expected texts are those of Jinja 3.1 with undefined names that print themselves. */
import { describe, expect, it } from 'vitest'
import { renderTemplate } from '../template.ts'

const people = "[{'n': 'x', 'v': 2}, {'n': 'y', 'v': 1}, {'n': 'X', 'v': 3}]"

describe('filters', () => {
  it.each([
    ["{{ 'and a' if false }}|", '|'],
    ['{{ (1 if none) is undefined }}', 'True'],
    ["{{ 'abc'|center(8) }}|{{ 'ab'|center(5) }}|", '  abc   |  ab |'],
    ["{{ 'one two three'|truncate(9, leeway=0) }}|{{ 'one two three'|truncate(9, true, '..', 0) }}", 'one...|one two..'],
    ["{{ 'one two'|truncate(5) }}", 'one two'],
    ["{{ 'a\n\nb'|indent(2) }}|{{ 'a\n\nb'|indent(2, true, true) }}", 'a\n\n  b|  a\n  \n  b'],
    ["{{ '<b>x</b> <!-- y --> &amp; z'|striptags }}", 'x & z'],
    ['{{ "it\'s a-b (c)"|title }}', "It's A-B (C)"],
    ["{{ 'a,b c'|wordcount }}", '3'],
    ["{{ \"a/b c'd\"|urlencode }}|{{ {'a': 'b c'}|urlencode }}", 'a/b%20c%27d|a=b+c'],
    ["{{ 'aaa'|replace('a', 'b', 2) }}", 'bba'],
    ["{{ {'b': 1.0, 'a': [none, true, 'é<']}|tojson }}", String.raw`{"a": [null, true, "\u00e9\u003c"], "b": 1.0}`],
    ['{{ 5|round }}|{{ 2.5|round }}|{{ 1.115|round(2) }}|{{ 0.125|round(2) }}|{{ 7|round(1, "ceil") }}', '5|2.0|1.11|0.12|7.0'],
    ["{{ '5abc'|int }}|{{ '5.7'|int }}|{{ '1e3'|int }}|{{ 'ff'|int(0, 16) }}|{{ '0b11'|int(base=2) }}", '0|5|1000|255|3'],
    ['{{ true|abs }}|{{ -2.5|abs }}', '1|2.5'],
    ['{{ 1|filesizeformat }}|{{ 12345|filesizeformat }}|{{ 2048|filesizeformat(true) }}', '1 Byte|12.3 kB|2.0 KiB'],
    ["{{ ['b', 'a', 'C']|min }}{{ ['b', 'a', 'C']|max }}{{ ['b', 'C']|min(true) }}", 'aCC'],
    ['{{ [1, 2]|sum(start=10) }}', '13'],
    ['{{ [none, 1]|first }}', 'None'],
    ["{{ [1, 2, 3]|batch(2, '-')|list }}", "[[1, 2], [3, '-']]"],
    ["{{ [1, 2, 3, 4, 5]|slice(3, '-')|list }}", "[[1, 2], [3, 4], [5, '-']]"],
    [`{{ ${people}|groupby('n')|map('first')|join(',') }}`, 'x,y'],
    [`{{ ${people}|unique(attribute='n')|map(attribute='v')|join(',') }}`, '2,1'],
    [`{{ ${people}|sort(attribute='n,v')|map(attribute='v')|join(',') }}`, '2,3,1'],
    ["{{ {'a': 2, 'B': 1}|dictsort }}|{{ {'a': 2, 'B': 1}|dictsort(by='value') }}", "[('a', 2), ('B', 1)]|[('B', 1), ('a', 2)]"],
  ])('%s', (template, expected) => {
    expect(renderTemplate(template, [])).toBe(expected)
  })

  it.each([
    ['{{ "abc"|abs }}'],
    ['{{ "abc"|round }}'],
    ['{{ nope|int }}'],
    ['{{ nope|tojson }}'],
    ['{{ "abc"|format(1) }}'],
    ['{{ [1]|dictsort }}'],
    ['{{ 5|items }}'],
    ['{{ [1]|slice(0) }}'],
    ['{{ [1]|slice(-5) }}'],
    ['{{ nope[1:] }}'],
  ])('%s fails', (template) => {
    expect(() => renderTemplate(template, [])).toThrow(expect.objectContaining({ name: 'TemplateError' }))
  })
})

describe('tests', () => {
  it.each([
    ["{{ [1, 2, 3]|select('>', 1)|join }}|{{ [1, 2]|reject('==', 1)|join }}|{{ [1, 2]|select('<=', 1)|join }}", '23|2|1'],
    ['{{ 0x1e }}|{{ 0b11 + 0o7 }}|{{ 1e2 }}', '30|10|100.0'],
    ['{{ 2.5 is odd }}{{ -3 is odd }}{{ 4 is even }}', 'FalseTrueTrue'],
    ["{{ '5' is lower }}{{ 'a5' is lower }}{{ '' is upper }}", 'FalseTrueFalse'],
    ["{{ 'b' is in('abc') }}{{ 2 is in([1, 2]) }}", 'TrueTrue'],
  ])('%s', (template, expected) => {
    expect(renderTemplate(template, [])).toBe(expected)
  })
  it.each(["{{ 'a' is even }}", "{{ 5 is in('abc') }}"])('%s fails', (template) => {
    expect(() => renderTemplate(template, [])).toThrow(expect.objectContaining({ name: 'TemplateError' }))
  })
})

describe('methods', () => {
  it.each([
    ["{{ 'a-b-c'.rsplit('-', 1) }}{{ 'a-b-c'.split('-', maxsplit=1) }}", "['a-b', 'c']['a', 'b-c']"],
    [
      "{{ 'a=b=c'.partition('=') }}{{ 'a=b=c'.rpartition('=') }}{{ 'a'.partition('=') }}",
      "('a', '=', 'b=c')('a=b', '=', 'c')('a', '', '')",
    ],
    ["{{ 'a'.ljust(3, '.') }}{{ 'a'.rjust(3, '.') }}{{ 'ab'.center(5, '.') }}{{ '-5'.zfill(4) }}", 'a....a..ab.-005'],
    ["{{ 'schema.t'.removeprefix('schema.') }}{{ 'a.sql'.removesuffix('.sql') }}", 'ta'],
    ["{{ 'abca'.rfind('a') }}{{ 'abc'.find('x') }}{{ 'aaa'.replace('a', 'b', 1) }}{{ 'aB'.swapcase() }}", '3-1baaAb'],
    ["{{ 'ab'.islower() }}{{ 'a1'.isalnum() }}{{ ''.splitlines() }}{{ 'a\nb\n'.splitlines() }}", "TrueTrue[]['a', 'b']"],
    ['{% set l = [1, 2, 3] %}{% set _ = l.insert(0, 9) %}{{ l.pop(1) }}{{ l }}{{ [none, 1][0] }}', '1[9, 2, 3]None'],
    ["{% set d = {'a': 1} %}{{ d.setdefault('b', 2) }}{{ d.copy() }}", "2{'a': 1, 'b': 2}"],
    ["{{ [1][5] }}{{ {'a': 1}['b'] }}", "{{ no such element: list object[5] }}{{ no such element: dict object['b'] }}"],
    ['{{ (1, 2) * 2 }}', '(1, 2, 1, 2)'],
    ['{{ -2 ** 2 }}|{{ 2 ** 3 ** 2 }}|{{ 2 ** -1 }}|{{ - -3|string }}|{{ 5 - -3|abs }}', '4|64|0.5|3|2'],
  ])('%s', (template, expected) => {
    expect(renderTemplate(template, [])).toBe(expected)
  })
})
