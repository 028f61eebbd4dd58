// The first thing that the library's entries evaluate.
'use strict'

const complaint = require('./node-version.cjs').complaint
if (complaint !== null) {
  // Said before Node shows where the error below was thrown.
  process.stderr.write(`shipping-drydock ${complaint}\n`)
  throw new Error(`shipping-drydock ${complaint}`)
}
