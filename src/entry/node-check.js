// Each entry of the library imports this file first.
import { nodeProblem } from './node-version.js'

if (nodeProblem !== null) {
  // Node prints the error below with a long stack, so this line comes first.
  process.stderr.write(`shipping-drydock ${nodeProblem}\n`)
  throw new Error(`shipping-drydock ${nodeProblem}`)
}
