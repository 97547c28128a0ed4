// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { takeFirstPictures } from './first-picture.ts'

test.each([
  ['a skeleton', '<div role="status"><span></span></div>', true],
  ['an empty part', '<div class="own"><div></div></div>', true],
  ['a canvas', '<div><canvas></canvas></div>', false],
  ['a pivot table', '<div class="own"><div role="table"><div role="row"><div role="cell">7</div></div></div></div>', false],
  ['an error', '<div><p>The query failed.</p></div>', false],
])('under %s the first picture is kept: %3$s', async (_what, content, stays) => {
  document.body.innerHTML = `
    <div id="first"><div class="first-picture" id="first-a"></div></div>
    <main><div data-picture="a"><div data-status="loading"><div></div></div></div></main>`
  takeFirstPictures(document.querySelector('main'))
  expect(document.querySelector('[data-picture] .first-picture')).not.toBeNull()
  const frame = document.querySelector('[data-status] > div')
  if (frame) frame.innerHTML = content
  await Promise.resolve()
  expect(document.querySelector('.first-picture') !== null).toBe(stays)
})
