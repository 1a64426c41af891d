package io.poolbench.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the command line says against the file. Of two that set the same, the later holds; what is
 * said of one cell holds against what is said of all.
 */
final class Overrides {
  private final StudySchema schema;
  private final List<SetOption> options;

  /**
   * @throws ConfigException where one cannot be, whatever the study
   */
  Overrides(List<String> texts, StudySchema schema) {
    this.schema = schema;
    this.options = texts.stream().map(SetOption::parse).toList();
    for (SetOption option : options) {
      if (!option.isForCells()) {
        schema.check(option.tree(), pointer -> place(option, pointer));
      }
    }
  }

  /** Whether any is about single cells, so that their names matter. */
  boolean reachSingleCells() {
    return options.stream().anyMatch(SetOption::isForCells);
  }

  /** What is said of all cells and, such as a title or an order, of the study. */
  Layer ofAll() {
    return layer(
        options.stream()
            .filter(option -> !option.isForCells())
            .map(option -> new Said(option, option.tree(), JsonPointer.empty()))
            .toList());
  }

  /**
   * What is said of single cells, a layer for each.
   *
   * @param names the cells' names, in the file's order
   * @throws ConfigException where one is said of no cell, or cannot be said of a cell
   */
  List<Layer> ofCells(List<String> names) {
    List<List<Said>> said = new ArrayList<>();
    names.forEach(name -> said.add(new ArrayList<>()));
    for (SetOption option : options) {
      if (option.isForCells() && !say(option, names, said)) {
        throw noSuchCell(option, names);
      }
    }
    return said.stream().map(Overrides::layer).toList();
  }

  private boolean say(SetOption option, List<String> names, List<List<Said>> said) {
    boolean reached = false;
    for (int index = 0; index < names.size(); index++) {
      Optional<ObjectNode> tree = option.treeOfCell(index, names.get(index));
      if (tree.isPresent()) {
        schema.check(asStudy(tree.get(), index), pointer -> place(option, pointer));
        JsonPointer cell = JsonPointer.compile("/cells/" + index);
        said.get(index).add(new Said(option, tree.get(), cell));
        reached = true;
      }
    }
    return reached;
  }

  /** A study that says this of the cell, and nothing else. */
  private static ObjectNode asStudy(ObjectNode cell, int index) {
    ObjectNode study = JsonNodeFactory.instance.objectNode();
    ArrayNode cells = study.putArray("cells");
    for (int before = 0; before < index; before++) {
      cells.addObject();
    }
    cells.add(cell);
    return study;
  }

  private static ConfigException noSuchCell(SetOption option, List<String> names) {
    Set<String> known = new LinkedHashSet<>(names);
    known.remove("");
    int last = names.size() - 1;
    return new ConfigException(
        new Place(option.source(), 0, "cells"),
        "reaches no cell; valid: cells.NUMBER.PATH with a number 0.."
            + last
            + (known.isEmpty() ? "" : ", or a name of " + String.join(", ", known)));
  }

  private static Layer layer(List<Said> said) {
    ObjectNode merged = Layer.nothing();
    said.forEach(one -> Layer.merge(merged, one.tree()));
    return new Layer(
        merged,
        pointer -> {
          Said decisive = said.get(0);
          for (Said one : said) {
            decisive = one.tree().at(pointer).isMissingNode() ? decisive : one;
          }
          return place(decisive.option(), decisive.root().append(pointer));
        });
  }

  private static Place place(SetOption option, JsonPointer pointer) {
    return new Place(option.source(), 0, Place.dotted(pointer));
  }

  /** What an option says of the thing at this root. */
  private record Said(SetOption option, ObjectNode tree, JsonPointer root) {}
}
