import { isIP } from 'node:net'

/** Whether a host, with or without the brackets of IPv6, is this machine under one of its fixed names. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Returns the URL, without a slash at the end, at which this machine reaches a server bound to a host. */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`
}
