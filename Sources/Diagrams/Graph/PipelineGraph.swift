import Marbles
public import Tracing

/// The stages of a pipeline and the streams between them, as a graph.
public struct PipelineGraph: Sendable, Hashable {
  /// A stage.
  public struct Node: Sendable, Hashable {
    /// The kind of a node.
    public enum Kind: Sendable, Hashable {
      /// A source whose events are in the file.
      case source
      /// A source that reads records from outside.
      case input
      /// An operator, or a source that combines streams.
      case `operator`
      /// The receiver of the events of a playback.
      case output
    }

    /// The kind of the node.
    public var kind: Kind
    /// The word for the stage in its file. For an input, it is the input's name.
    public var name: String
    /// Its parameters as short text; empty if it has none.
    public var parameters: String
    /// The index of the cluster that contains it; nil for the document itself.
    public var cluster: Int?
    /// The place in its file, such as `pipe.json:12:7`; nil if it has none.
    public var place: String?
  }

  /// A stream from one node to another.
  public struct Edge: Sendable, Hashable {
    /// The index of the node that emits the values.
    public var from: Int
    /// The index of the node that receives them.
    public var to: Int
    /// The type of the values; empty if it is not known.
    public var type: String
    /// Whether the receiver plays the stream for one value or key after another.
    public var isInner: Bool
  }

  /// A definition, or a file that another one names.
  public struct Cluster: Sendable, Hashable {
    /// The name of the definition or of the file.
    public var name: String
  }

  /// The nodes. Each comes after the nodes from which an edge leads to it.
  public private(set) var nodes: [Node] = []
  /// The edges, in the order of the nodes that they lead to.
  public private(set) var edges: [Edge] = []
  /// The definitions and files that contain nodes.
  public private(set) var clusters: [Cluster] = []

  /// Creates the graph of stages.
  ///
  /// - Parameter types: For each stage, the type of the values that it emits, or an empty string.
  public init(stages: [Trace.Stage], types: [String] = []) {
    // Definitions of different files can have the same name.
    var owners: [(file: String?, name: String)] = []
    for (number, stage) in stages.enumerated() {
      var cluster: Int?
      if let name = stage.definition {
        cluster = owners.firstIndex { $0.file == stage.place?.file && $0.name == name }
        if cluster == nil {
          cluster = owners.count
          owners.append((stage.place?.file, name))
          clusters.append(Cluster(name: name))
        }
      }
      nodes.append(Self.node(of: stage, in: cluster))
      for (inputs, isInner) in [(stage.inputs, false), (stage.inner, true)] {
        for input in inputs where input >= 0 && input < number {
          let type = types.indices.contains(input) && types[input] != "dyn" ? types[input] : ""
          edges.append(Edge(from: input, to: number, type: type, isInner: isInner))
        }
      }
    }
  }

  private static func node(of stage: Trace.Stage, in cluster: Int?) -> Node {
    let place = stage.place.map(\.description)
    switch stage.role {
    case .source where stage.name == "input" && !stage.parameters.isEmpty:
      return Node(
        kind: .input, name: stage.parameters, parameters: "", cluster: cluster, place: place)
    case .source:
      return Node(
        kind: .source, name: stage.name, parameters: stage.parameters, cluster: cluster,
        place: place)
    case .operator:
      return Node(
        kind: .operator, name: stage.name, parameters: stage.parameters, cluster: cluster,
        place: place)
    case .output:
      return Node(
        kind: .output, name: stage.name.isEmpty ? "output" : stage.name, parameters: "",
        cluster: nil, place: nil)
    }
  }

  /// Returns the indices of the nodes in each cluster, and of the nodes in no cluster.
  func membership() -> (clusters: [[Int]], free: [Int]) {
    var members = Array(repeating: [Int](), count: clusters.count)
    var free: [Int] = []
    for (index, node) in nodes.enumerated() {
      if let cluster = node.cluster { members[cluster].append(index) } else { free.append(index) }
    }
    return (members, free)
  }
}

extension PipelineGraph.Node {
  /// The texts in its box, one per line.
  func lines(limit: Int) -> [String] {
    [name, parameters].filter { !$0.isEmpty }.map { ChartText.line($0, limit: limit) }
  }
}
