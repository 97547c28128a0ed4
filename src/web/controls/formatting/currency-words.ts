import { currencySymbol } from '#core/format/currency.ts'

/** `$ (USD)`; the code alone where it is no currency or has no sign of its own. */
export const currencyText = (code: string): string => {
  try {
    const symbol = currencySymbol(code)
    return symbol === code ? code : `${symbol} (${code})`
  } catch {
    return code
  }
}
