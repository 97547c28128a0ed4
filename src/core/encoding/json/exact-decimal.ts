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

/** Whether a number, as JSON has it, says more than its double is written as: that one has fewer digits, or an exponent. */
export const losesDigits = (digits: string): boolean =>
  /^-?\d+$/.test(digits)
    ? !Number.isSafeInteger(Number(digits))
    : /^-?\d+\.\d+$/.test(digits) && String(Number(digits)) !== digits.replace(/\.?0+$/, '')
