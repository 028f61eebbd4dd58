import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const programs = ['pdftoppm', 'pdftotext', 'pdfinfo', 'zbarimg'] as const
const dpi = 300

/** Returns the programs of poppler-utils and zbar-tools that this machine lacks. */
export function listMissingPrograms(): string[] {
  return programs.filter((program) => spawnSync(program, ['--version']).error !== undefined)
}

export const installHint = 'apt-get install poppler-utils zbar-tools'

export interface Word {
  readonly text: string
  readonly xMin: number
  readonly yMin: number
  readonly xMax: number
  readonly yMax: number
}

/** A page as a 300 dpi printer would print it: one byte for each dot, 0 is black. */
interface Raster {
  readonly width: number
  readonly height: number
  readonly dots: Uint8Array
}

function useAsFile<Result>(pdf: Uint8Array, use: (path: string, directory: string) => Result): Result {
  const directory = mkdtempSync(join(tmpdir(), 'label-'))
  try {
    const path = join(directory, 'label.pdf')
    writeFileSync(path, pdf)
    return use(path, directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function runProgram(program: (typeof programs)[number], options: readonly string[]): string {
  return execFileSync(program, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** Caches the output of a program for each PDF, because starting a program takes long. */
function readOncePerPdf<Result>(
  use: (path: string, directory: string) => Result,
): (pdf: Uint8Array) => Result {
  const results = new WeakMap<Uint8Array, { readonly result: Result }>()
  return (pdf) => {
    const known = results.get(pdf) ?? { result: useAsFile(pdf, use) }
    results.set(pdf, known)
    return known.result
  }
}

const printed = readOncePerPdf((path, directory) => {
  const image = join(directory, 'label')
  runProgram('pdftoppm', ['-r', String(dpi), '-gray', '-singlefile', path, image])
  const barcodes = runProgram('zbarimg', ['--quiet', '--raw', `${image}.pgm`])
  return { bytes: readFileSync(`${image}.pgm`), barcodes: barcodes.trim().split('\n') }
})

/** Returns the barcodes that a reader finds on the page printed at 300 dpi. */
export function readBarcodes(pdf: Uint8Array): readonly string[] {
  return printed(pdf).barcodes
}

export const readText = readOncePerPdf((path) => runProgram('pdftotext', [path, '-']))

export const readFacts = readOncePerPdf((path): ReadonlyMap<string, string> => {
  const lines = runProgram('pdfinfo', [path]).split('\n')
  return new Map(lines.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]))
})

/** Returns every word on the page with its box, in points from the top left. */
export const readWords = readOncePerPdf((path): readonly Word[] => {
  const page = runProgram('pdftotext', ['-bbox', path, '-'])
  const pattern = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g
  return [...page.matchAll(pattern)].map(([, xMin, yMin, xMax, yMax, text = '']) => ({
    text,
    xMin: Number(xMin),
    yMin: Number(yMin),
    xMax: Number(xMax),
    yMax: Number(yMax),
  }))
})

export function readRaster(pdf: Uint8Array): Raster {
  const { bytes } = printed(pdf)
  const header = /^P5\s(\d+)\s(\d+)\s255\s/.exec(bytes.subarray(0, 40).toString('latin1'))
  if (header === null) throw new Error('pdftoppm wrote no grey map.')
  return { width: Number(header[1]), height: Number(header[2]), dots: bytes.subarray(header[0].length) }
}

/**
 * Returns the widths of the black and white runs along one line of the page, in dots, white first. The line is given in
 * points.
 */
export function readRunWidths(raster: Raster, at: { y: number; from: number; to: number }): number[] {
  const toDots = (points: number) => Math.round((points * dpi) / 72)
  const row = raster.dots.subarray(toDots(at.y) * raster.width, (toDots(at.y) + 1) * raster.width)
  const runs = [0]
  let dark = false
  for (const value of row.subarray(toDots(at.from), toDots(at.to))) {
    if (value < 128 !== dark) {
      dark = !dark
      runs.push(0)
    }
    runs.push((runs.pop() ?? 0) + 1)
  }
  return runs
}
