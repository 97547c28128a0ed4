/** A server that speaks another protocol than was expected. What it sent is nobody's business: it may be an inner service. */
export const foreignAnswer = (engine: string, cause?: unknown): Error => new Error(`The server does not answer like ${engine}`, { cause })
