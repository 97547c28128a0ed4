/** The output of `npm audit --json`: the vulnerable packages, or why the registry did not answer. */
type Audit = {
  vulnerabilities?: Record<string, { severity: string; range: string; via: readonly (string | { title: string; url: string })[] }>
  message?: string
  error?: { code?: string; summary?: string }
  statusCode?: number
}

/** Severities that fail the check; milder ones are only listed. */
const failing: ReadonlySet<string> = new Set(['high', 'critical'])

export type AuditResult = { state: 'ok' | 'FAIL' | 'skip'; lines: string[] }

const readAudit = (output: string): Audit => {
  try {
    return JSON.parse(output) as Audit
  } catch {
    return {}
  }
}

/** Without the address of the registry, which is a matter of each machine. */
const reasonOf = ({ statusCode, error }: Audit): string =>
  statusCode !== undefined ? `it answered with ${statusCode}` : (error?.code ?? 'it did not answer')

/** Reads the output of `npm audit --json`. Without an answer of the registry, or without advisories in it, the check is skipped. */
export const auditResult = (output: string): AuditResult => {
  const audit = readAudit(output)
  if (!audit.vulnerabilities)
    return { state: 'skip', lines: [`the registry could not be asked for advisories (${reasonOf(audit)}): nothing was audited`] }
  const found = Object.entries(audit.vulnerabilities)
  const lines = found.map(([name, { severity, range, via }]) => {
    const titles = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title))
    return `${severity}: ${name} ${range}: ${titles.join('; ')}`
  })
  return { state: found.some(([, { severity }]) => failing.has(severity)) ? 'FAIL' : 'ok', lines }
}
