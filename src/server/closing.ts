import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Stops accepting requests, waits for running ones, and cuts off those that run after `graceMs` (real time). */
export type Close = (graceMs: number) => Promise<void>

/** Returns a function that closes a server. To be called before the first connection, because it notes each one. */
export function createGracefulClose(server: Server): Close {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return (graceMs) =>
    new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      // A kept-alive connection becomes idle only when its current request has ended, so the check is repeated.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 20)
      server.close(() => {
        clearTimeout(cut)
        clearInterval(closeIdle)
        resolve()
      })
      server.closeIdleConnections()
      // Browsers and connection pools open connections ahead of time. Node does not count a connection that has sent
      // nothing as idle, and would wait for it.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
}
