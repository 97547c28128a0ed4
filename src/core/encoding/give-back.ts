/** Smaller buffers are not worth the call. */
const worthwhile = 4096

/**
 * Frees bytes that nobody will read again. Left to the garbage collector, megabytes that only pass through make it
 * mark the whole heap every few of them. Bytes that lie in a larger buffer stay, as others may read it.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (byteLength >= worthwhile && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
