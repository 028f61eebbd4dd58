import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Limits for clients that do not read their responses. Times are real time. */
export interface StalledClientLimits {
  /** The server disconnects a client that has unread data if it does not finish reading a response for this long. */
  readonly maxUnreadMs: number
  /**
   * The maximum of unread bytes of all clients together in this process. Above it, the server disconnects first the
   * clients that have read nothing for longest.
   */
  readonly waitingBytes: number
  /** The interval between two checks of all clients. */
  readonly everyMs: number
}

const usual: StalledClientLimits = {
  maxUnreadMs: 60_000,
  waitingBytes: 512 * 1024 * 1024,
  everyMs: 1_000,
}

/** How many bytes a client has read, and when it read the last ones. */
interface Reading {
  readonly takenBytes: number
  readonly sinceMs: number
}

/**
 * Disconnects clients that do not read their responses. Node would keep the responses in memory and wait forever. A
 * client that has read everything stays connected, however long its next response takes.
 */
export function dropStalledClients(
  server: Server,
  limits: StalledClientLimits = usual,
  now: () => number = () => performance.now(),
): void {
  const sockets = new Map<Socket, Reading | null>()
  server.on('connection', (socket) => {
    sockets.set(socket, null)
    socket.once('close', () => sockets.delete(socket))
  })
  const look = setInterval(() => {
    const nowMs = now()
    for (const [socket, reading] of sockets)
      sockets.set(socket, noteReadingProgress(socket, { reading, nowMs }))
    for (const socket of findStalledClients(sockets, { limits, nowMs })) socket.resetAndDestroy()
  }, limits.everyMs)
  look.unref()
  server.once('close', () => clearInterval(look))
}

function noteReadingProgress(
  socket: Socket,
  { reading, nowMs }: { readonly reading: Reading | null; readonly nowMs: number },
): Reading | null {
  if (socket.writableLength === 0) return null
  // `writableLength` counts a whole write until its last byte is sent, so `takenBytes` grows only when a write has ended.
  const takenBytes = socket.bytesWritten - socket.writableLength
  return reading?.takenBytes === takenBytes ? reading : { takenBytes, sinceMs: nowMs }
}

function findStalledClients(
  sockets: ReadonlyMap<Socket, Reading | null>,
  { limits, nowMs }: { readonly limits: StalledClientLimits; readonly nowMs: number },
): readonly Socket[] {
  const readers = [...sockets].flatMap(([socket, reading]) => (reading === null ? [] : [{ socket, reading }]))
  const isStalled = ({ reading }: { readonly reading: Reading }): boolean =>
    nowMs - reading.sinceMs >= limits.maxUnreadMs
  const stalled = readers.filter(isStalled).map(({ socket }) => socket)
  const others = readers.filter((reader) => !isStalled(reader))
  let waitingBytes = others.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  for (const { socket } of others.sort((a, b) => a.reading.sinceMs - b.reading.sinceMs)) {
    if (waitingBytes <= limits.waitingBytes) break
    waitingBytes -= socket.writableLength
    stalled.push(socket)
  }
  return stalled
}
