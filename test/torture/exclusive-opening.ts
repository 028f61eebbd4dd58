import { linkSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { isServing, tryToServe } from '../support/commands/built-command.ts'
import type { Problem } from './checks/problem.ts'

/** Checks that a second process cannot open the data file of a running simulator under any name, and changes nothing. */
export async function checkExclusiveOpening(file: string): Promise<readonly Problem[]> {
  const first = await tryToServe(['--quiet', '--data', file])
  if (!isServing(first)) return [createProblem(`the data file was refused: ${first.stderr}`)]
  const soft = `${file}-soft`
  const hard = `${file}-hard`
  symlinkSync(file, soft)
  linkSync(file, hard)
  const problems: Problem[] = []
  const before = readFileSync(file)
  for (const name of [file, soft, hard]) {
    const second = await tryToServe(['--quiet', '--data', name])
    if (isServing(second)) {
      await second.kill('SIGKILL')
      problems.push(createProblem(`two processes had the file open, the second as ${name}`))
    } else if (second.status !== 2)
      problems.push(createProblem(`a second process ended with ${second.status}`))
  }
  // The first process may append to the file, but the bytes that were there before must stay the same.
  if (!readFileSync(file).subarray(0, before.length).equals(before))
    problems.push(createProblem('a process that was refused has changed the file'))
  const { status, stderr } = await first.stop()
  if (status !== 0)
    problems.push(createProblem(`the first process ended with ${status}: ${stderr.slice(0, 600)}`))
  for (const name of [soft, hard]) rmSync(name)
  return problems
}

function createProblem(what: string): Problem {
  return { kind: 'broken', about: 'file', what }
}
