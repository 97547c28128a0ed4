import type { Fault } from '../forms/faults.ts'
import { requiredText } from '../forms/field-text.ts'
import { integerOf } from '../forms/values.ts'

/** The SSH tunnel as form values. */
export type TunnelValues = {
  isOn: boolean
  server_address: string
  server_port: string
  username: string
  login: 'password' | 'key'
  password: string
  private_key: string
  private_key_password: string
  /** The fingerprint of the SSH server's host key; empty = the next test trusts what the server shows. */
  server_host_key: string
}

const textIn = (stored: Record<string, unknown>, name: string): string => {
  const value = stored[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export const readTunnel = (stored: Record<string, unknown> | null | undefined): TunnelValues => ({
  isOn: Boolean(stored),
  server_address: textIn(stored ?? {}, 'server_address'),
  server_port: textIn(stored ?? {}, 'server_port') || '22',
  username: textIn(stored ?? {}, 'username'),
  login: stored?.['private_key'] ? 'key' : 'password',
  password: textIn(stored ?? {}, 'password'),
  private_key: textIn(stored ?? {}, 'private_key'),
  private_key_password: textIn(stored ?? {}, 'private_key_password'),
  server_host_key: textIn(stored ?? {}, 'server_host_key'),
})

/** The tunnel of a request: null = none. */
export const writeTunnel = ({ isOn, login, ...values }: TunnelValues): Record<string, unknown> | null =>
  isOn
    ? {
        server_address: values.server_address.trim(),
        server_port: integerOf(values.server_port),
        username: values.username.trim(),
        server_host_key: values.server_host_key.trim(),
        ...(login === 'password' && { password: values.password }),
        ...(login === 'key' && { private_key: values.private_key }),
        ...(login === 'key' && values.private_key_password && { private_key_password: values.private_key_password }),
      }
    : null

export const tunnelFaults = (values: TunnelValues): Fault[] => {
  if (!values.isOn) return []
  const secret = values.login === 'key' ? 'private_key' : 'password'
  return values[secret] ? [] : [{ path: `ssh_tunnel.${secret}`, text: requiredText() }]
}
