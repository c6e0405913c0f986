import Foundation

/// How long a contender takes, and how much memory.
struct Measurement: Codable {
  let work: Contender.Work
  let contender: String
  let items: Int
  /// The size of the file that is read or written.
  let bytes: Int
  /// How many samples the median is of.
  let runs: Int
  /// The median of a run, until its result is released again.
  let nanoseconds: Double
  let nanosecondsPerItem: Double
  /// Of the file, 1 MB being 1,000,000 bytes.
  let megabytesPerSecond: Double
  /// By how many bytes the first run made the process larger while it lasted; nil where the kernel
  /// does not tell.
  let peakMemory: Int?
  /// How many times as long as the first of the contenders at this work.
  let ratio: Double

  /// A result that has not as many items as it should have.
  struct WrongResult: Error, CustomStringConvertible {
    let description: String
  }

  /// What all samples of a contender may take together; one is taken of the slowest.
  private static let budget = 5e9
  /// A sample takes at least as long as this, in as many runs as that needs.
  private static let sample = 2e6

  /// Measures contenders in turns, so that what else the machine does hits all of them.
  ///
  /// - Parameters:
  ///   - contenders: those that are compared, the first being the measure.
  ///   - work: what they do.
  ///   - items: how many items they work on.
  ///   - runs: how many samples are taken of each.
  /// - Returns: a measurement for each.
  /// - Throws: ``WrongResult``, or what a contender throws.
  static func compare(
    _ contenders: [Contender], at work: Contender.Work, items: Int, runs: Int
  ) throws -> [Measurement] {
    struct Lane {
      let contender: Contender
      let size: Int
      let peakMemory: Int?
      let batch: Int
      let runs: Int
      var samples: [Double] = []
    }
    var lanes = try contenders.map { contender in
      var outcome: Contender.Outcome?
      var growth: Int?
      var warmUp = try nanoseconds(batch: 1) {
        (outcome, growth) = try ResidentMemory.growth { try contender.run() }
      }
      let found = try outcome?.countItems() ?? 0
      guard found == items else {
        throw WrongResult(
          description: "\(contender.name), \(work): \(items) items expected, \(found) found")
      }
      // What takes little time is not yet warm after one run.
      if warmUp < 100 * sample { warmUp = try nanoseconds(batch: 1, contender.run) }
      if warmUp < sample { warmUp = try nanoseconds(batch: 20, contender.run) }
      return Lane(
        contender: contender, size: outcome?.size ?? 0, peakMemory: growth,
        batch: max(1, Int(sample / max(warmUp, 1))), runs: min(runs, max(1, Int(budget / warmUp))))
    }
    for round in 0..<runs {
      for index in lanes.indices where round < lanes[index].runs {
        lanes[index].samples.append(
          try nanoseconds(batch: lanes[index].batch, lanes[index].contender.run))
      }
    }
    let measure = median(lanes[0].samples)
    return lanes.map { lane in
      let time = median(lane.samples)
      return Measurement(
        work: work, contender: lane.contender.name, items: items, bytes: lane.size,
        runs: lane.samples.count, nanoseconds: time, nanosecondsPerItem: time / Double(items),
        megabytesPerSecond: Double(lane.size) * 1000 / time, peakMemory: lane.peakMemory,
        ratio: time / measure)
    }
  }

  /// The time of one run, the mean of a few in a row.
  private static func nanoseconds<Result>(
    batch: Int, _ run: () throws -> Result
  ) rethrows -> Double {
    let time = try ContinuousClock().measure {
      for _ in 0..<batch { _ = try run() }
    }
    return time / .nanoseconds(1) / Double(batch)
  }

  private static func median(_ samples: [Double]) -> Double {
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
