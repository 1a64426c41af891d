package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.Changed;
import io.poolbench.config.ConfigException;
import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.lab.LabException;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Load;
import io.poolbench.load.NanoClock;
import io.poolbench.load.SimulatedTime;
import io.poolbench.result.CellEnvironment.GeneratorHost;
import io.poolbench.result.ViolationCode;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Group;
import io.poolbench.spec.Study;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ArrivalProcess;
import io.poolbench.spec.Workload.ThinkTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The generators of a run, before and between its cells. */
class GeneratorsTest {
  private static final Path FOLDER = Path.of(System.getProperty("poolbench.home"), "bench-configs");
  private static final StudyLoader LOADER =
      new StudyLoader(CellCheck.NONE, FOLDER.resolve("published"));

  private static final InetSocketAddress PROVIDER =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 9);

  private final Map<String, FakeGenerator> fakes = new LinkedHashMap<>();
  private final List<String> started = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, Member> members = new LinkedHashMap<>();
  private boolean startable = true;

  /** 300 users of two generators, 1 and 2 CPUs: 100 and 200 connections of HTTP, 1 of wire. */
  @Test
  void moreConnectionsThanAGeneratorMayOpenAreAMistake() throws Exception {
    Study http = study("jetty", "load.users=[300]");
    Study wire = study("quick", "load.users=[300]");

    assertThatCode(() -> generators(100, 200).require(http)).doesNotThrowAnyException();
    assertThatThrownBy(() -> generators(100, 199).require(http))
        .hasMessageContaining("generator g2:")
        .hasMessageContaining("200 (limit 199 free file descriptors")
        .isInstanceOf(ConfigException.class);
    assertThatCode(() -> generators(1, 1).require(wire)).doesNotThrowAnyException();

    Workload closed = new Workload.Closed(ThinkTime.NONE);
    Workload open = new Workload.Open(ArrivalProcess.CONSTANT, /* inFlight= */ 150);
    List<Group> groups =
        List.of(
            new Group("users", Map.of(), closed, List.of(150), null),
            new Group("rate", Map.of(), open, List.of(10), null));
    Cell grouped = Changed.with(http.cells().get(0), "load.groups", groups);
    Study ofGroups = Changed.with(http, "cells", List.of(grouped));
    assertThatCode(() -> generators(100, 200).require(ofGroups)).doesNotThrowAnyException();
    assertThatThrownBy(() -> generators(100, 199).require(ofGroups))
        .hasMessageContaining("200 (limit 199 free file descriptors");
  }

  @Test
  void aLostGeneratorIsStartedAgainWithTheNextCell() throws Exception {
    Generators generators = generators(9, 9);
    members.get("g2").lose("g2 lost");
    open(generators).close();

    assertThat(started).containsExactly("g2");
    assertThat(notes).isEmpty();
    open(generators).close();
    assertThat(started).hasSize(1);
  }

  @Test
  void oneThatDoesNotStartAgainIsNotedAndTooFewFailTheCell() throws Exception {
    Generators generators = generators(9, 9);
    members.get("g1").lose("g1 lost");
    startable = false;

    assertThatThrownBy(() -> open(generators))
        .isInstanceOfSatisfying(
            LabException.class, e -> assertThat(e.code()).isEqualTo(ViolationCode.GENERATOR_LOST))
        .hasMessageContaining("generators left: 1 (limit 2)");
    assertThat(notes).singleElement().asString().contains("no route");
  }

  /** A cut connection may be noticed only when a message is sent. */
  @Test
  void oneThatIsLostWhileACellOpensIsLeftOutWhereTheOthersAreEnough() throws Exception {
    generators(9, 9);
    Generators generators = new Generators(members, 1, name -> member(name, 1, 9));
    fakes.get("g1").lost = true;
    assertThat(generators.roundTripMillis(PROVIDER)).containsOnlyKeys("generator g2");

    fakes.get("g2").lost = true;
    open(generators).close();
    assertThat(notes).containsExactly("lost");
  }

  @Test
  void oneThatIsLostWhileACellOpensFailsItWhereTheOthersAreTooFew() {
    Generators generators = generators(9, 9);
    fakes.get("g2").lost = true;

    assertThatThrownBy(() -> open(generators)).hasMessageContaining("generators left: 1 (limit 2)");
  }

  @Test
  void oneThatCannotOpenItsShareIsNamed() {
    Generators generators = generators(9, 9);
    fakes.get("g2").failing = true;

    assertThatThrownBy(() -> generators.roundTripMillis(PROVIDER))
        .hasMessage("generator g2: no provider");
    assertThatThrownBy(() -> open(generators)).hasMessage("generator g2: no provider");
  }

  @Property(tries = 500)
  void sharesAddUpAndNoneIsAWholeUserFromItsPart(
      @ForAll @IntRange(max = 10_000_000) int whole,
      @ForAll @Size(min = 1, max = 50) List<@IntRange(min = 1, max = 512) Integer> weights) {
    List<Integer> shares = Generators.shares(whole, weights);

    double all = weights.stream().mapToInt(weight -> weight).sum();
    assertThat(shares.stream().mapToLong(share -> share).sum()).isEqualTo(whole);
    for (int at = 0; at < weights.size(); at++) {
      assertThat(shares.get(at) - whole * (weights.get(at) / all)).isCloseTo(0, within(1.0));
    }
  }

  private Load open(Generators generators) throws Exception {
    return generators.open(
        study("quick").cells().get(0),
        PROVIDER,
        1,
        new FailureReasons(),
        NanoClock.system(),
        notes::add);
  }

  private static Study study(String name, String... changes) {
    return LOADER.load(FOLDER.resolve(name + ".yaml"), List.of(changes));
  }

  private Generators generators(long firstFree, long secondFree) {
    members.put("g1", member("g1", 1, firstFree));
    members.put("g2", member("g2", 2, secondFree));
    return new Generators(
        members,
        2,
        name -> {
          if (!startable) {
            throw new LabException(ViolationCode.GENERATOR_LOST, "no route");
          }
          started.add(name);
          return member(name, 1, 9);
        });
  }

  private Member member(String name, int cpus, long free) {
    GeneratorHost host = new GeneratorHost(name, cpus, "", 0);
    FakeGenerator fake = new FakeGenerator(List.of(), false, host, free, new SimulatedTime());
    fakes.put(name, fake);
    return fake.member();
  }
}
