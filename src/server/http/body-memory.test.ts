import { expect, it } from 'vitest'
import { BodyMemory, largeBodiesBytes } from './body-memory.ts'

const half = largeBodiesBytes / 2

function createMemory() {
  const memory = new BodyMemory()
  const started: string[] = []
  return { started, enter: (name: string, bytes: number) => memory.enter(bytes, () => started.push(name)) }
}

it('the memory for large request bodies admits bodies in the order of arrival while there is room', () => {
  const { started, enter } = createMemory()
  const leaveFirst = enter('first', half)
  const leaveSecond = enter('second', half)
  enter('third', half)
  enter('small', 1)
  expect(started).toEqual(['first', 'second'])
  leaveSecond()
  expect(started).toEqual(['first', 'second', 'third'])
  leaveSecond()
  expect(started).toEqual(['first', 'second', 'third'])
  leaveFirst()
  expect(started).toEqual(['first', 'second', 'third', 'small'])
})

it('the memory for large request bodies admits a body larger than the whole memory if it is alone', () => {
  const { started, enter } = createMemory()
  const leaveFirst = enter('first', 1)
  const leaveHuge = enter('huge', 4 * largeBodiesBytes)
  enter('last', 1)
  expect(started).toEqual(['first'])
  leaveFirst()
  expect(started).toEqual(['first', 'huge'])
  leaveHuge()
  expect(started).toEqual(['first', 'huge', 'last'])
})

it('the memory for large request bodies forgets a body whose client has gone', () => {
  const { started, enter } = createMemory()
  const leaveFirst = enter('first', largeBodiesBytes)
  const giveUp = enter('second', half)
  enter('third', largeBodiesBytes)
  giveUp()
  leaveFirst()
  expect(started).toEqual(['first', 'third'])
})
