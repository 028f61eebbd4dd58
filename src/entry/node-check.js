// The library's entries import this first.
import { complaint } from './node-version.js'

if (complaint !== null) {
  // Printed first, because Node shows the stack of the error below it.
  process.stderr.write(`shipping-drydock ${complaint}\n`)
  throw new Error(`shipping-drydock ${complaint}`)
}
