/** The server speaks an unexpected protocol. Its response is not shown, because it could be an internal service. */
export const foreignAnswer = (engine: string, cause?: unknown): Error => new Error(`The server does not answer like ${engine}`, { cause })
