/** A decimal with more digits than a double has: as a number the nearest double, as text all its digits. */
export class ExactDecimal extends Number {
  readonly digits: string

  constructor(digits: string) {
    super(digits)
    this.digits = digits
  }

  override toString(): string {
    return this.digits
  }
}

/** Whether the digits of a decimal, as JSON has them, say more than the double that they are read as. */
export const losesDecimals = (digits: string): boolean =>
  /^-?\d+\.\d+$/.test(digits) &&
  String(Number(digits)) !== digits.replace(/\.?0+$/, '') &&
  digits.replace(/^-?0?\.?0*|[-.]|0+$/g, '').length > 15
