import { isIP } from 'node:net'

/** Whether a host is `localhost` or a loopback IP address, with or without the brackets of IPv6. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Returns the URL at which this machine reaches a server that listens at `host`; it has no slash at its end. */
export function buildLocalUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`
}
