/** Rules that may contain other rules. */
const groupingRules = () => [CSSMediaRule, CSSSupportsRule, CSSContainerRule]

/** Values that load a resource, or could hide a URL behind an escape. */
const resourceValue = /url\(|image\(|image-set\(|cross-fade\(|src\(|\\/i
const harmless = /url\("data:[^"]*"\)/gi

/** Removes declarations that draw outside the box or load a resource. */
const removeUnsafe = (style: CSSStyleDeclaration): void => {
  // Backwards, since removal shifts the following entries.
  for (let i = style.length - 1; i >= 0; i--) {
    const name = style.item(i)
    const value = style.getPropertyValue(name)
    const leaves = name === 'position' && !/^(static|relative|absolute|sticky)$/.test(value)
    if (leaves || resourceValue.test(value.replaceAll(harmless, ''))) style.removeProperty(name)
  }
}

type Holder = CSSStyleSheet | CSSGroupingRule | CSSStyleRule

const cleanRules = (holder: Holder): void => {
  for (let i = holder.cssRules.length - 1; i >= 0; i--) {
    const rule = holder.cssRules[i]
    if (rule instanceof CSSStyleRule) {
      removeUnsafe(rule.style)
      cleanRules(rule)
    } else if (rule instanceof CSSGroupingRule && groupingRules().some((kind) => rule instanceof kind)) cleanRules(rule)
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
