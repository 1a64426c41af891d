package io.poolbench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.config.CellCheck;
import io.poolbench.config.StudyLoader;
import io.poolbench.remote.PeerException;
import io.poolbench.result.GeneratorHost;
import io.poolbench.spec.Study;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is checked before a study begins. */
class GeneratorsTest {
  private static final Path FOLDER = Path.of(System.getProperty("poolbench.home"), "bench-configs");

  /** 300 users of two generators, 1 and 2 CPUs: 100 and 200 connections of HTTP, 1 of wire. */
  @Test
  void moreConnectionsThanAGeneratorMayOpenAreAMistake() throws Exception {
    Study http = study("jetty", "load.users=[300]");
    Study wire = study("quick", "load.users=[300]");

    assertThatCode(() -> generators("127.0.0.1", 100, 200).require(http))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> generators("127.0.0.1", 100, 199).require(http))
        .hasMessageContaining("generator g2:")
        .hasMessageContaining("200 (limit 199 free file descriptors")
        .isInstanceOfSatisfying(PeerException.class, e -> assertThat(e.isMistake()).isTrue());
    assertThatCode(() -> generators("127.0.0.1", 1, 1).require(wire)).doesNotThrowAnyException();
  }

  /** From another host nothing reaches a provider on loopback. */
  @Test
  void aProviderThatAGeneratorCannotReachIsAMistake() throws Exception {
    assertThatThrownBy(() -> generators("192.0.2.7", 9, 9).require(study("quick")))
        .hasMessageContaining("provider.bind");
  }

  private static Study study(String name, String... changes) {
    return new StudyLoader(CellCheck.NONE, FOLDER.resolve("published"))
        .load(FOLDER.resolve(name + ".yaml"), List.of(changes));
  }

  private static Generators generators(String address, long firstFree, long secondFree)
      throws Exception {
    InetAddress at = InetAddress.getByName(address);
    return Generators.of(
        List.of(
            new Member(new Idle(new GeneratorHost("g1", 1, "", 0, 0), at, firstFree)),
            new Member(new Idle(new GeneratorHost("g2", 2, "", 0, 0), at, secondFree))),
        2);
  }

  private record Idle(GeneratorHost host, InetAddress address, long freeDescriptors)
      implements Generator {
    @Override
    public void ping() {}

    @Override
    public GeneratorLoad open(LoadOrder order) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void bye() {}

    @Override
    public void close() {}
  }
}
