// Each entry of the library imports this file first.
import { nodeProblem } from './node-version.js'

if (nodeProblem !== null) {
  // Node prints the thrown error with a long stack, so the short line is printed before it.
  process.stderr.write(`shipping-drydock ${nodeProblem}\n`)
  throw new Error(`shipping-drydock ${nodeProblem}`)
}
