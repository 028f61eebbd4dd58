/**
 * A script that runs before the command and reports, on each message, the memory that is in use after a garbage
 * collection. The command does not notice it.
 */
process.on('message', () => process.send?.(readHeldMemory()))
process.channel?.unref()

function readHeldMemory(): HeldMemory {
  Reflect.get(globalThis, 'gc')?.()
  const { heapUsed, external } = process.memoryUsage()
  return { heldBytes: heapUsed + external }
}

/** The number and size of objects and buffers that are in use. */
export interface HeldMemory {
  readonly heldBytes: number
}
