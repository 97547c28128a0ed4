import { expect, test } from 'vitest'
import { payloads } from '../../../test/e2e/hostile-payloads.ts'
import { plainMarkup } from './plain-markup.ts'

test.each([
  '',
  'no tags, 1 > 0 &lt;',
  '<div style="font-weight:600;color:#fff">Sales</div>',
  '<table style="width:100%"><tbody><tr style="height:20px"><td style="padding:0">a</td></tr></tbody></table>',
  '<div class="echarts-tooltip" style="margin: 0px 0 0;line-height:1;"><span style="background:#5470c6;"></span>1<br/></div>',
])('%j stays as it is', (html) => {
  expect(plainMarkup(html)).toBe(html)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<div onclick="alert(1)">',
  '<div style="color:red" onclick="alert(1)">',
  '<div style="a>b" onclick=x>',
  "<div style='x'>",
  '<div\u0000style="x">',
  '<b><svg/onload=alert(1)></b>',
  '<a href="javascript:alert(1)">x</a>',
  '<divx>',
  '<div style="background:url(https://elsewhere.example)">',
  '<div style="background:u\\72l(https://elsewhere.example)">',
  '<div style="background:image-set(\'https://elsewhere.example\' 1x)">',
  '<!-- <b> -->',
  '<',
])('%j is shown as text', (html) => {
  expect(plainMarkup(html)).toBe(html.replaceAll('<', '&lt;'))
})

test('no payload stays a tag', () => {
  const attacks = payloads.filter((payload) => payload.includes('<'))
  expect(attacks.length).toBeGreaterThan(500)
  expect(attacks.filter((payload) => plainMarkup(`<b>${payload}</b>`).includes('<'))).toEqual([])
})

test('a long text is read in one pass', () => {
  const html = '<div style="'.repeat(100_000)
  expect(plainMarkup(html)).toBe(html.replaceAll('<', '&lt;'))
})
