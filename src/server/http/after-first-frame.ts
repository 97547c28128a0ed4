import { createHash } from 'node:crypto'

/** Id of the template that holds the page's stylesheet and code until its first frame is painted. */
const templateId = 'after-first-frame'

/** A hidden tab paints no frame; its code is loaded after this time. */
const hiddenTabMs = 1000

/**
 * Takes stylesheet and code out of the template as the first frame is painted. The code waits for the stylesheet, so that nothing is drawn
 * without style.
 */
const script = `(()=>{
const template=document.getElementById('${templateId}')
const load=()=>{
if(!template.isConnected)return
const code=template.content.querySelector('script')
const style=template.content.querySelector('[rel=stylesheet]')
const run=()=>document.head.append(code)
code.remove()
style.onload=style.onerror=run
document.head.append(template.content)
template.remove()
}
requestAnimationFrame(load)
setTimeout(load,${hiddenTabMs})
})()`

/** The source expression of the content security policy that allows the script. */
export const afterFirstFrameSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Elements of the page's head, as markup that loads them once the page is painted. */
export const loadAfterFirstFrame = (elements: string): string =>
  `<template id="${templateId}">${elements}</template><script>${script}</script>`
