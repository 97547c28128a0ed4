import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

type Created = { challenge: string; rp: { id?: string } }
type Asked = { challenge: string; rpId?: string }

/** What a browser would send about the page that asks. */
type Page = { origin: string; isVerified?: boolean }

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const coseKey = (key: KeyObject) => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const entries: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]
  return Buffer.from(isoCBOR.encode(new Map(entries)))
}

/** A passkey in software: makes itself for a site, and signs for it. */
export const createAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} }
  let counter = 0

  const authData = (rpId: string, { isVerified, attested = Buffer.alloc(0) }: { isVerified: boolean; attested?: Buffer }) => {
    const flags = 1 | (isVerified ? 4 : 0) | (attested.length > 0 ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }

  return {
    create: ({ challenge, rp }: Created, { origin, isVerified = true }: Page) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(rp.id ?? '', { isVerified, attested }))],
      ])
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url')
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ['internal'] } }
    },
    sign: ({ challenge, rpId = '' }: Asked, { origin, isVerified = true }: Page) => {
      const data = clientData('webauthn.get', challenge, origin)
      const authenticatorData = authData(rpId, { isVerified })
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(data)]))
        .sign(privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
    /** As a copy of an older state would. */
    setBack: () => void (counter = 0),
  }
}
