import { expect, test } from 'vitest'
import { isHtml, wordsOfHtml } from './html-words.ts'

test.each([
  ['<b>Avatar</b>', true],
  ['<a href="/x">Avatar</a>', true],
  ['one<br>two', true],
  ['1 < 2 and 3 > 2', false],
  ['<NULL>', false],
  ['a <- b', false],
  ['', false],
])('%s is HTML: %s', (text, expected) => expect(isHtml(text)).toBe(expected))

test.each([
  ['<b>Avatar</b>', 'Avatar'],
  ['one<br/>two', 'one two'],
  ['<p>A &amp; B</p><p>&#67; &#x44; &unknown;</p>', 'A & B C D &unknown;'],
  ['<i>x</i><script>alert("1")</script>', 'x'],
  ['<i>&lt;b&gt;</i>', '<b>'],
  ['2 < 3', '2 < 3'],
])('the words of %s are %s', (text, words) => expect(wordsOfHtml(text)).toBe(words))
