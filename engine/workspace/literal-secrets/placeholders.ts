/** What stands for a value that the user has to fill in, as `YOUR_API_KEY`, `<token>`, `xxx`, `changeme`. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim();
  return (
    /^(<.*>|\{\{.*\}\}|\{[A-Za-z_ ]*\}|\$\{?[A-Za-z_]\w*\}?|\[[A-Za-z_ -]*\]|%[A-Za-z_]\w*%|__\w+__)$/.test(text) ||
    /^(sk|pk|key|token)?[-_]?(x{3,}|\*{3,}|•{3,}|\.{3,}|…|0{6,})[-_x*.…•]*$/i.test(text) ||
    /(^|[^a-z])(your|my|some|insert|replace|enter)[-_ .]/i.test(text) ||
    /[-_ ](here|goes-here|placeholder)\b/i.test(text) ||
    /change[-_ ]?me|placeholder|redacted|dummy|example|sample|not[-_ ]?a[-_ ]?real|\bfake\b|\bTODO\b/i.test(text) ||
    /x{4,}|\*{4,}|\.{3}|…/i.test(text)
  );
}
