import { createHash } from 'node:crypto'

/** Id of the template that holds what the page loads until its first frame is painted. */
const templateId = 'after-first-frame'

/** A first frame without a text or picture is not announced as painted; the code is loaded so long after it was laid out. */
const paintMs = 100

/** A hidden tab paints no frame; its code is loaded after this time. */
const hiddenTabMs = 1000

/**
 * Takes data, stylesheet and code out of the template once the first frame is painted: they would take the processor from it. The code
 * waits for the stylesheet, so that nothing is drawn without style; the stylesheet has no effect until the code runs, so that the pictures
 * are not laid out twice.
 */
const source = `(()=>{
const template=document.getElementById('${templateId}')
const load=()=>{
if(!template.isConnected)return
const code=template.content.querySelector('script')
const style=template.content.querySelector('[rel=stylesheet]')
const early=document.createElement('link')
Object.assign(early,{rel:'preload',as:'style',crossOrigin:'',href:style.href})
code.remove()
style.media='not all'
style.onload=style.onerror=()=>document.head.append(code)
code.onload=code.onerror=()=>{style.media='all'}
document.head.append(early,template.content)
template.remove()
}
new PerformanceObserver(load).observe({type:'paint',buffered:true})
requestAnimationFrame(()=>setTimeout(load,${paintMs}))
setTimeout(load,${hiddenTabMs})
})()`

const digest = createHash('sha256').update(source).digest('base64url').slice(0, 8)

/** A file of its own, because the content policy allows no inline script. */
export const afterFirstFrame = {
  path: `/assets/${templateId}-${digest}.js`,
  type: 'text/javascript; charset=utf-8',
  content: source,
}

/** Has the browser fetch the script while the picture is drawn. */
export const preloadAfterFirstFrame = (nonce: string): string =>
  `<link rel="preload" as="script" nonce="${nonce}" href=".${afterFirstFrame.path}" />`

/** Elements of the page's head, as markup that loads them once the page is painted. */
export const loadAfterFirstFrame = (elements: string, nonce: string): string =>
  `<template id="${templateId}">${elements}</template><script nonce="${nonce}" src=".${afterFirstFrame.path}"></script>`
