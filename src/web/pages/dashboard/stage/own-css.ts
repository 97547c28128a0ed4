/** Rules that hold others. */
const holders = () => [CSSMediaRule, CSSSupportsRule, CSSContainerRule]

/** What loads something: the text of a value names an address, or hides one behind an escape or a variable's value. */
const loads = /url\(|image\(|image-set\(|cross-fade\(|src\(|\\/i
const harmless = /url\("data:[^"]*"\)/gi

/** Leaves of a declaration block what draws inside its own box and loads nothing. */
const strip = (style: CSSStyleDeclaration): void => {
  // Backwards: what is removed moves what follows.
  for (let i = style.length - 1; i >= 0; i--) {
    const name = style.item(i)
    const value = style.getPropertyValue(name)
    const leaves = name === 'position' && !/^(static|relative|absolute|sticky)$/.test(value)
    if (leaves || loads.test(value.replaceAll(harmless, ''))) style.removeProperty(name)
  }
}

type Holder = CSSStyleSheet | CSSGroupingRule | CSSStyleRule

const clean = (holder: Holder): void => {
  for (let i = holder.cssRules.length - 1; i >= 0; i--) {
    const rule = holder.cssRules[i]
    if (rule instanceof CSSStyleRule) {
      strip(rule.style)
      clean(rule)
    } else if (rule instanceof CSSGroupingRule && holders().some((kind) => rule instanceof kind)) clean(rule)
    else holder.deleteRule(i)
  }
}

/**
 * The CSS of a dashboard as far as it may go: it reaches what stands in the parent of its style element and loads nothing. Names that count for the whole page
 * (fonts, animations, layers, imports) are left out. Empty where the browser cannot limit rules to a part of the page.
 */
export const ownCss = (text: string): string => {
  if (!('CSSScopeRule' in window)) return ''
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  clean(sheet)
  const rules = [...sheet.cssRules].map((rule) => rule.cssText)
  return rules.length ? `@scope {\n${rules.join('\n')}\n}` : ''
}
