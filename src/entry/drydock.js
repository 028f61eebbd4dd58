#!/usr/bin/env node
import { nodeProblem } from './node-version.js'

if (nodeProblem === null) void import('./main/drydock.js')
else {
  process.stderr.write(`drydock ${nodeProblem}\n`)
  process.exitCode = 2
}
