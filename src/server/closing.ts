import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Stops taking requests, lets those under way end, and cuts what has not ended after a while (real time). */
export type Close = (graceMs: number) => Promise<void>

/** The way to close a server, made before it has its first connection. */
export function closerOf(server: Server): Close {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return (graceMs) =>
    new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      // A connection kept alive is idle only between two requests.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 20)
      server.close(() => {
        clearTimeout(cut)
        clearInterval(closeIdle)
        resolve()
      })
      server.closeIdleConnections()
      // Node takes one that has sent nothing yet, as browsers and pools open them ahead, for one that sends a request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
}
