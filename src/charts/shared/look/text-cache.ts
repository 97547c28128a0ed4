import LRU from 'zrender/lib/core/LRU.js'

/** Texts of charts do not begin with NUL. */
const keyOf = (key: string | number) => (typeof key === 'string' && key in Object.prototype ? `\0${key}` : key)

/**
 * ECharts caches the widths of texts in plain objects: with a label called `__proto__` it would find, and write to, what all objects inherit.
 */
export const keepTextsApart = (): void => {
  const { get, put } = LRU.prototype
  LRU.prototype.get = function (key) {
    return get.call(this, keyOf(key))
  }
  LRU.prototype.put = function (key, value) {
    return put.call(this, keyOf(key), value)
  }
}
