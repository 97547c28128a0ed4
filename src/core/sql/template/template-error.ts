/**
 * A template that cannot be read or rendered. `syntax`: found before anything ran; `runtime`: by running it; `limit`: it wanted more steps,
 * text or depth than a template may have.
 */
export class TemplateError extends Error {
  readonly kind: 'syntax' | 'runtime' | 'security' | 'limit'
  /** Line of the template, from 1; for syntax errors. */
  readonly line: number
  /** Python's name of the error, as the wire carries it. */
  readonly pythonType: string

  constructor(kind: TemplateError['kind'], message: string, details: { line?: number; pythonType?: string } = {}) {
    super(message)
    this.name = 'TemplateError'
    this.kind = kind
    this.line = details.line ?? 1
    this.pythonType =
      details.pythonType ?? (kind === 'syntax' ? 'TemplateSyntaxError' : kind === 'security' ? 'SecurityError' : 'TypeError')
  }
}

export const failed = (message: string, pythonType = 'TypeError'): TemplateError => new TemplateError('runtime', message, { pythonType })
