/** A symmetric matrix, its rows one after another. */
export type Matrix = { size: number; cells: Float64Array }

/** XᵀX and Xᵀy of columns of equal length. */
export const normalEquations = (columns: Float64Array[], target: Float64Array): { matrix: Matrix; right: Float64Array } => {
  const size = columns.length
  const cells = new Float64Array(size * size)
  const dot = (a: Float64Array, b: Float64Array) => {
    let sum = 0
    for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
    return sum
  }
  columns.forEach((a, i) => {
    for (let j = 0; j <= i; j++) {
      const product = dot(a, columns[j] ?? a)
      cells[i * size + j] = product
      cells[j * size + i] = product
    }
  })
  return { matrix: { size, cells }, right: Float64Array.from(columns, (column) => dot(column, target)) }
}

/** Solves (matrix + diagonal) x = right by Cholesky; the sum must be positive definite. */
export const solveRidge = ({ size, cells }: Matrix, diagonal: Float64Array, right: Float64Array): Float64Array => {
  const low = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = (cells[i * size + j] ?? 0) + (i === j ? (diagonal[i] ?? 0) : 0)
      for (let k = 0; k < j; k++) sum -= (low[i * size + k] ?? 0) * (low[j * size + k] ?? 0)
      low[i * size + j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / (low[j * size + j] ?? 1)
    }
  }
  const x = right.slice()
  for (let i = 0; i < size; i++) {
    let sum = x[i] ?? 0
    for (let k = 0; k < i; k++) sum -= (low[i * size + k] ?? 0) * (x[k] ?? 0)
    x[i] = sum / (low[i * size + i] ?? 1)
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = x[i] ?? 0
    for (let k = i + 1; k < size; k++) sum -= (low[k * size + i] ?? 0) * (x[k] ?? 0)
    x[i] = sum / (low[i * size + i] ?? 1)
  }
  return x
}
