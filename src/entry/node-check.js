// The first thing that the library's entries evaluate.
import { complaint } from './node-version.js'

if (complaint !== null) {
  // Said before Node shows where the error below was thrown.
  process.stderr.write(`shipping-drydock ${complaint}\n`)
  throw new Error(`shipping-drydock ${complaint}`)
}
