import { expect, test } from 'vitest'
import { idMark, mergeThemes } from './merge-themes.ts'

const svg = (content: string) => `<svg width="10" height="10" viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const merged = (light: string, dark = light) => mergeThemes(svg(light), svg(dark))

test('colours and opacities that differ become variables, the same pair under one name', () => {
  const rect = (fill: string, opacity: number) => `<rect width="3" fill="${fill}" fill-opacity="${opacity}"/>`
  const found = merged(rect('#107489', 0.12).repeat(2), rect('#4DBBD3', 0.2).repeat(2))
  expect(found?.svg).toBe(`<svg>${'<rect width="3" fill="var(--p-107489-4DBBD3)" fill-opacity="var(--p-0_2e12-0_2e2)"/>'.repeat(2)}</svg>`)
  expect(found?.variables).toEqual({ '--p-107489-4DBBD3': ['#107489', '#4DBBD3'], '--p-0_2e12-0_2e2': ['0.12', '0.2'] })
})

test('declarations of a style are merged one by one', () => {
  const text = (color: string) => `<text style="letter-spacing:1px;color:${color}">a</text>`
  expect(merged(text('#000'), text('#fff'))?.svg).toBe('<svg><text style="letter-spacing:1px;color:var(--p-000-fff)">a</text></svg>')
})

test('ids are numbered, so that they can be given a prefix of the page', () => {
  const clipped = (id: string) => `<clipPath id="${id}"><path d="M0 0"/></clipPath><g clip-path="url(#${id})"><use href="#${id}"/></g>`
  expect(merged(clipped('zr3-c0'), clipped('zr4-c0'))?.svg).toBe(`<svg>${clipped(`${idMark}0`)}</svg>`)
})

test.each([
  ['geometry that differs', '<rect x="1"/>', '<rect x="2"/>'],
  ['other elements', '<rect x="1"/>', '<circle x="1"/>'],
  ['other texts', '<text>a</text>', '<text>b</text>'],
  ['a script', '<script>alert(1)</script>', undefined],
  ['foreign content', '<foreignObject><div>a</div></foreignObject>', undefined],
  ['an image', '<image href="https://example.org/x.png"/>', undefined],
  ['a comment', '<!-- a -->', undefined],
  ['a tag in disguise', '<text>a<</text>', undefined],
])('%s makes no picture', (_case, light, dark) => {
  expect(merged(light, dark)).toBeNull()
})

test('a line that also takes the pointer stays', () => {
  const line = (more: string) => `<path d="M0 0L9 9" fill="none"${more} stroke="#000"></path>`
  expect(merged(line(' pointer-events="visible"'))?.svg).toBe(`<svg>${line('')}</svg>`)
})

test.each([
  ['an event handler', '<rect onclick="alert(1)"/>', '<rect/>'],
  ['a reference outside', '<rect fill="url(https://example.org/x)"/>', '<rect/>'],
  ['a hidden reference outside', String.raw`<rect style="fill:u\72l(x)"/>`, '<rect/>'],
  ['a link', '<use href="https://example.org/x#a"/>', '<use href=""/>'],
  ['a class of the page', '<rect class="first-picture" tabindex="0"/>', '<rect/>'],
  ['styles', '<style>@import "x"</style><rect/>', '<rect/>'],
  ['a mark that only takes the pointer', '<path d="M0 0" fill="none" pointer-events="visible"></path><rect/>', '<rect/>'],
  ['lines between marks', '<rect/>\n<text>a b</text>\n', '<rect/><text>a b</text>'],
])('%s is left out', (_case, given, kept) => {
  expect(merged(given)?.svg).toBe(`<svg>${kept}</svg>`)
})
