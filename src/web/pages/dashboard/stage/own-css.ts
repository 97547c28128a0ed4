/** Rules that may contain other rules. */
const groupingRules = () => [CSSMediaRule, CSSSupportsRule, CSSContainerRule]

/** Values that load a resource, or could hide a URL behind an escape. */
const resourceValue = /url\(|image\(|image-set\(|cross-fade\(|src\(|\\/i
const harmless = /url\("data:[^"]*"\)/gi

/** Below the header, sheets and dialogs: `--layer-header` in `measures.css`. */
const highestLayer = 19

/** Removes declarations that draw outside the box or load a resource. Layers end below the page's own. */
const removeUnsafe = (style: CSSStyleDeclaration): void => {
  // Backwards, since removal shifts the following entries.
  for (let i = style.length - 1; i >= 0; i--) {
    const name = style.item(i)
    const value = style.getPropertyValue(name)
    const leaves = name === 'position' && !/^(static|relative|absolute|sticky)$/.test(value)
    const isLayer = name === 'z-index' && value !== 'auto'
    if (leaves || (isLayer && Number.isNaN(Number(value))) || resourceValue.test(value.replaceAll(harmless, ''))) style.removeProperty(name)
    else if (isLayer && Number(value) > highestLayer) style.setProperty(name, String(highestLayer), style.getPropertyPriority(name))
  }
}

type Holder = CSSStyleSheet | CSSGroupingRule | CSSStyleRule

const cleanRules = (holder: Holder): void => {
  for (let i = holder.cssRules.length - 1; i >= 0; i--) {
    const rule = holder.cssRules[i]
    if (rule instanceof CSSStyleRule) {
      removeUnsafe(rule.style)
      cleanRules(rule)
    } else if ('CSSNestedDeclarations' in window && rule instanceof CSSNestedDeclarations) removeUnsafe(rule.style)
    else if (rule instanceof CSSGroupingRule && groupingRules().some((kind) => rule instanceof kind)) cleanRules(rule)
    else holder.deleteRule(i)
  }
}

/**
 * Limits a dashboard's CSS to the parent of its style element, and removes what loads resources. Global names
 * (fonts, animations, layers, imports) are removed. Empty if the browser does not support `@scope`.
 */
export const ownCss = (text: string): string => {
  if (!('CSSScopeRule' in window)) return ''
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  cleanRules(sheet)
  const rules = [...sheet.cssRules].map((rule) => rule.cssText)
  return rules.length ? `@scope {\n${rules.join('\n')}\n}` : ''
}
