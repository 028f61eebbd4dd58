import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Stops accepting requests, lets running ones end, and cuts those that have not ended after `graceMs` (real time). */
export type Close = (graceMs: number) => Promise<void>

/** Returns a function that closes a server. Call this before the server's first connection. */
export function createCloser(server: Server): Close {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return (graceMs) =>
    new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      // A connection that is kept alive is idle only between two requests, so idle connections are closed repeatedly.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 20)
      server.close(() => {
        clearTimeout(cut)
        clearInterval(closeIdle)
        resolve()
      })
      server.closeIdleConnections()
      // Browsers and connection pools open connections ahead of time. Node treats a connection that has sent nothing as
      // if it were sending a request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
}
