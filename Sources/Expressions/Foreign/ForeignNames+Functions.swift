extension ForeignNames {
  /// Functions of other languages, called as functions or as methods.
  package static let functions = ForeignNames(
    [sizes, texts, conversions, numbers, lists, maps, conditions, times, others].flatMap { $0 })

  private static let sizes = [
    Row("len length count strlen charLength arrayLength cardinality", "write 'x.size()'"),
    Row("isEmpty empty isBlank", "write 'x.size() == 0'"),
  ]

  private static let texts = [
    Row(
      "includes include strContains containsString hasSubstring",
      "write 'x.contains(y)', or 'y in x' for a list"),
    Row("toUpperCase upper upperCase uppercased toUpper ucase upcase", "write 'x.upperAscii()'"),
    Row(
      "toLowerCase lower lowerCase lowercased toLower lcase downcase asciiDowncase",
      "write 'x.lowerAscii()'"),
    Row(
      "strip trimSpace trimStart trimEnd trimLeft trimRight ltrim rtrim lstrip rstrip trimmed",
      "write 'x.trim()'"),
    Row("substr mid left right subString stringSlice", "write 'x.substring(from, to)'"),
    Row("hasPrefix beginsWith startingWith", "write 'x.startsWith(y)'"),
    Row("hasSuffix endingWith", "write 'x.endsWith(y)'"),
    Row("index position strpos instr locate charIndex findIndex", "write 'x.indexOf(y)'"),
    Row(
      "replaceAll replacingOccurrences",
      "write 'x.replace(old, new)', or 'regex.replace(x, pattern, new)'"),
    Row(
      "gsub sub regexReplace regexpReplace replaceRegex regexpReplaceAll re.sub",
      "write 'regex.replace(x, pattern, new)'"),
    Row("concat concatenate strcat append push", "write 'x + y'"),
    Row("sprintf printf fmt formatString interpolate", "write ''%d of %s'.format([x, y])'"),
    Row("splitLines lines explode tokenize", "write 'x.split(separator)'"),
    Row("implode joined mkString", "write 'x.join(separator)'"),
    Row(
      "match test regex regexp regexMatch isMatch rlike reMatch search similarTo",
      "write 'x.matches('…')'"),
    Row("like ilike", "write 'x.contains(y)', or 'x.matches('…')' for a pattern"),
    Row(
      "capture extract regexExtract regexpExtract substringRegex re.extract",
      "write 'regex.extract(x, pattern)', which returns an optional"),
    Row(
      "groups findAll scanAll regexExtractAll regexpExtractAll re.findall",
      "write 'regex.extractAll(x, pattern)'"),
  ]

  private static let conversions = [
    Row("parseInt toInt toInteger intval integer int64 long floorInt", "write 'int(x)'"),
    Row(
      "parseFloat toFloat float float64 number toNumber toDouble num decimal",
      "write 'double(x)', or 'x.parseNumber()', which returns an optional"),
    Row("str toString stringify text asString toStr", "write 'string(x)'"),
    Row("boolean toBool toBoolean parseBool", "write 'bool(x)'"),
    Row("typeOf instanceOf isInstance isA kind getType", "write 'type(x)', as in 'type(x) == int'"),
    Row("isString", "write 'type(x) == string'"),
    Row("isNumber isNumeric isInteger isInt", "write 'type(x) == int', or '== double'"),
    Row("isArray isList", "write 'type(x) == list'"),
    Row("isObject isMap", "write 'type(x) == map'"),
    Row(
      "fromJSON JSON.parse json.loads decodeJSON jsonDecode jsonParse",
      "write 'x.parseJSON()'"),
    Row(
      "toJSON JSON.stringify json.dumps encodeJSON",
      "values are already JSON; convert a number to a string with 'string(x)'"),
    Row("parseLogfmt logfmt parseKeyValue kv keyValue", "write 'x.parseKeyValues()'"),
  ]

  private static let numbers = [
    Row("floor", "write 'math.floor(x)'"),
    Row("ceil ceiling math.ceiling", "write 'math.ceil(x)'"),
    Row("round toFixed", "write 'math.round(x)' or 'math.round(x, 2)'"),
    Row("abs fabs math.fabs", "write 'math.abs(x)'"),
    Row("sqrt", "write 'math.sqrt(x)'"),
    Row("trunc truncate fix math.truncate", "write 'math.trunc(x)'"),
    Row("sgn signum sign", "write 'math.sign(x)'"),
    Row("greatest math.max", "write 'math.greatest(x, y)', or 'list.max()'"),
    Row("least math.min", "write 'math.least(x, y)', or 'list.min()'"),
    Row("clamp", "write 'math.least(math.greatest(x, low), high)'"),
    Row("mod modulo fmod remainder math.fmod", "write 'x % y'"),
    Row("div intDiv floorDiv idiv quotient", "write 'x / y', which truncates for ints"),
    Row("pow power math.pow", "there is no power operator; write 'x * x'"),
    Row(
      "exp log ln log2 log10 sin cos tan math.exp math.log math.log10 math.sin math.cos math.pi",
      "CEL has no such function"),
    Row("isNaN", "write 'math.isNaN(x)'"),
    Row(
      "bitAnd bitOr bitXor shiftLeft shiftRight",
      "write 'math.bitAnd(x, y)' or a similar function"),
  ]

  private static let lists = [
    Row("any some anyMatch anySatisfy exist", "write 'x.exists(v, …)'"),
    Row("every allMatch allSatisfy", "write 'x.all(v, …)'"),
    Row("none noneMatch", "write '!x.exists(v, …)'"),
    Row("where select filterBy grep", "write 'x.filter(v, …)'"),
    Row("forEach each collect mapTo transform pluck", "write 'x.map(v, …)'"),
    Row("find findFirst firstWhere detect", "write 'x.filter(v, …)[0]', or 'x.indexOf(y)'"),
    Row("flatMap concatMap", "write 'x.map(v, …).flatten()'"),
    Row(
      "reduce fold foldl foldLeft inject aggregate accumulate",
      "a list has 'sum', 'min' and 'max'; a stream has the operators 'scan' and 'reduce'"),
    Row("mean average", "write 'x.avg()'"),
    Row("median", "write 'x.percentile(50)'"),
    Row(
      "quantile percentileCont quantileOverTime approxPercentile",
      "write 'x.percentile(95)', from 0 to 100"),
    Row(
      "stdev stddevSamp std standardDeviation", "write 'x.stddev()', for a sample"),
    Row(
      "stddevPop stdevp pstdev stddevPopulation",
      "write 'cel.bind(m, x.avg(), math.sqrt(x.map(v, (v - m) * (v - m)).avg()))', for the whole "
        + "population; 'x.stddev()' is for a sample"),
    Row(
      "variance varSamp", "write 'cel.bind(s, x.stddev(), s * s)', for a sample"),
    Row(
      "variancePop varPop pvariance",
      "write 'cel.bind(m, x.avg(), x.map(v, (v - m) * (v - m)).avg())', for the whole population"),
    Row("approxCountDistinct uniqExact nunique countUnique", "write 'x.countDistinct()'"),
    Row("deriv linearRegression regrSlope trend", "write 'x.slope()' of a list of pairs"),
    Row("argMax maxElement", "write 'x.maxBy(v, …)'"),
    Row("argMin minElement", "write 'x.minBy(v, …)'"),
    Row("partitionBy groupingBy groupByKey", "write 'x.groupBy(v, …)'"),
    Row("total add", "write 'x.sum()'"),
    Row("sorted order", "write 'x.sort()'"),
    Row("orderBy", "write 'x.sortBy(v, …)'"),
    Row("unique uniq dedupe dedup toSet", "write 'x.distinct()'"),
    Row("reversed", "write 'x.reverse()'"),
    Row("range seq", "write 'lists.range(n)'"),
    Row("enumerate withIndex zip", "write 'x.transformList(i, v, …)'"),
    Row("head", "write 'x[0]'"),
    Row("tail skip dropFirst rest", "write 'x.slice(1, x.size())'"),
    Row("take limit prefix", "write 'x.slice(0, n)'"),
    Row("at nth elementAt", "write 'x[i]'"),
    Row("pop", "write 'x[x.size() - 1]'"),
  ]

  private static let maps = [
    Row("keys Object.keys mapKeys", "write 'x.map(key, key)'"),
    Row("values Object.values mapValues", "write 'x.map(key, x[key])'"),
    Row(
      "entries items toEntries Object.entries withEntries",
      "write 'x.transformList(key, value, …)'"),
    Row(
      "del delete remove omit unset dropField deleteKey",
      "write 'x.without(['a'])'"),
    Row("pick", "write a map of the remaining keys: '{'a': $0.a}'"),
    Row(
      "assign set put merge Object.assign extend mergeMaps update",
      "write 'x.with({'a': 1})'"),
    Row(
      "hasKey containsKey hasOwnProperty hasField isset defined isDefined keyExists",
      "write 'has(x.name)', or ''name' in x'"),
    Row("get getOr getOrDefault getOrElse dig fetch", "write 'x.?name.orValue(y)'"),
  ]

  private static let conditions = [
    Row("coalesce ifNull nvl default withDefault orElse", "write 'x.?name.orValue(y)'"),
    Row("isNull isNil isNone", "write 'x == null'"),
    Row("notNull isNotNull nonNull", "write 'x != null'"),
    Row("iif ifElse ifThenElse cond case when switch decode", "write 'condition ? x : y'"),
    Row("not", "write '!x'"),
    Row("and", "write 'x && y'"),
    Row("xor", "write 'x != y'"),
    Row("eq equals equal isEqual isEqualTo", "write 'x == y'"),
    Row("ne neq notEqual notEquals", "write 'x != y'"),
    Row("gt greaterThan", "write 'x > y'"),
    Row("gte ge", "write 'x >= y'"),
    Row("lt lessThan", "write 'x < y'"),
    Row("lte le", "write 'x <= y'"),
    Row("between inRange", "write 'low <= x && x <= high'"),
    Row("isIn oneOf memberOf", "write 'x in [1, 2]'"),
  ]

  private static let times = [
    Row(
      "now today currentTime currentTimestamp Date.now time.time time getTime unixNow",
      "the time of the stream is '$time', in seconds"),
    Row(
      "toDate date datetime toTimestamp fromISOFormat Date.parse unix fromUnixtime",
      "write 'timestamp(x)'"),
    Row(
      "parseDate strptime parseTime parseTimestamp parseDateTime dateParse",
      "write 'timestamp(x, 'dd/MMM/yyyy:HH:mm:ss Z')'"),
    Row(
      "strftime dateFormat formatDate toISOString",
      "write 'string(timestamp(x))', or its parts: 'timestamp(x).getHours()'"),
    Row("year getYear", "write 'timestamp(x).getFullYear()'"),
    Row("month", "write 'timestamp(x).getMonth()', which counts from 0"),
    Row("day dayOfMonth getDay", "write 'timestamp(x).getDate()'"),
    Row("weekday dayOfWeek", "write 'timestamp(x).getDayOfWeek()', where 0 is Sunday"),
    Row("hour hours getHour", "write 'timestamp(x).getHours()'"),
    Row("minute minutes getMinute", "write 'timestamp(x).getMinutes()'"),
    Row("second seconds getSecond", "write 'timestamp(x).getSeconds()'"),
    Row("interval timedelta", "write 'duration('90s')'"),
    Row("toUnixTimestamp epoch unixTimestamp toSeconds", "write 'int(timestamp(x))'"),
  ]

  private static let others = [
    Row("print console.log debug", "use the operator 'print' to show the values"),
    Row(
      "rand random uuid Math.random random.random newGuid",
      "there are no random values: a file played twice prints the same"),
    Row(
      "md5 sha1 sha256 crc32 xxhash murmur murmurHash fnv farmHash",
      "write 'x.hash()', an int"),
    Row(
      "rate increase delta irate",
      "use operators for changes over time: 'pairwise', or 'collect' with "
        + "'seconds'"),
  ]

  /// The parts before the dot in names of functions of other languages.
  static let namespaces: Set<String> = {
    let spaces = functions.rows.flatMap(\.names).compactMap { name in
      name.firstIndex(of: ".").map { String(name[..<$0]) }
    }
    return Set(spaces + ["Math", "Number", "Array", "Object", "String"])
  }()
}
